"""What the calls of the talk answer is in the API description, field by field."""

from tests.api.contract import Contract
from tests.api.kit import Site
from tests.talk.tables import table

PATH = "/v1/games/{game_id}/talk"


def test_every_answer_is_described():
    site = Site()
    contract = Contract(site.anonymous.read("/openapi.json"))
    talk = table(site)
    said = talk.post(0, {"text": "Hello", "to": 1})
    contract.check(f"POST {PATH}", said.json, 201)
    contract.read(talk.match.people[1], talk.path, f"GET {PATH}")
    contract.read(site.anonymous, "/v1/phrases")
    filed = talk.report(1, said.json["number"])
    contract.check(f"POST {PATH}/{{number}}/report", filed.json, 201)
    contract.read(talk.organizer, "/v1/talk-reports")
    settlement = f"/v1/talk-reports/{filed.json['report_id']}/settlement"
    settled = talk.organizer.post(settlement, {"decision": "removed", "note": "Agreed"})
    contract.check("POST /v1/talk-reports/{report_id}/settlement", settled.json)
    contract.read(talk.organizer, "/v1/talk-reports?status=settled")
    contract.read(talk.match.people[1], talk.path, f"GET {PATH}")
    ada = talk.match.people[0]
    ada.call("PUT", f"/v1/players/me/muted/{talk.outsider.player}")
    contract.read(ada, "/v1/players/me/muted")


def test_a_schema_of_a_message_leaves_no_doubt():
    document = Site().anonymous.read("/openapi.json")
    schemas = document["components"]["schemas"]
    fields = schemas["NewMessage"]["properties"]
    assert len(fields["phrase"]["enum"]) >= 25
    assert (fields["text"]["minLength"], fields["text"]["maxLength"]) == (1, 500)
