"""Chance that can be checked: the computation as documented, done again with plain `hmac`."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterable
from math import exp, factorial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.base.turn import two_dice
from domain.chance.draws import (
    SeededChance,
    commitment_of,
    key_id_of,
    key_of,
    salt_of,
    seed_of,
    shuffled,
)
from domain.table.challenges import Challenge
from eventlog.daily_challenges import is_daily

MASTER = bytes(range(32))
GAME = "0123456789abcdef0123456789abcdef"
NONCES = ("a" * 32, "b" * 32, "c" * 32)

EDGES = (1, 2, 3, 6, 36, 2**32, 2**63 - 1, 2**63, 2**63 + 1, 3 * 2**62, 2**64 - 1, 2**64)
"""How many outcomes a draw has: usual, on a power of two and beside it, and up to the most."""


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def drawn(key: bytes, label: str, index: int, n: int) -> tuple[int, int]:
    """A draw and how often it was rejected, straight from the documentation."""
    limit = 2**64 // n * n
    retry = 0
    while True:
        digest = hmac_sha256(key, f"{label}:{index}:{retry}".encode())
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % n, retry
        retry += 1


def chance_of(seed: bytes = MASTER, game: str = GAME, nonces: Iterable[str] = NONCES):
    chance = SeededChance(seed, "key")
    chance.fix_key(game, nonces)
    return chance


# Seed, commitment, salt and key


def test_the_seed_is_the_masters_mac_of_the_game():
    expected = hmac_sha256(MASTER, b"seed:" + GAME.encode())
    assert seed_of(MASTER, GAME) == expected
    assert len(expected) == 32


def test_every_game_and_every_master_has_a_seed_of_its_own():
    seeds = {seed_of(master, game) for master in (MASTER, b"m") for game in (GAME, "g", "h")}
    assert len(seeds) == 6


def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment_of(b"seed") == hashlib.sha256(b"seed").hexdigest()


def test_a_key_id_names_a_master_and_is_not_the_master():
    assert key_id_of(MASTER) == hmac_sha256(MASTER, b"key-id").hex()[:16]
    assert key_id_of(MASTER) != key_id_of(MASTER + b"x")
    assert MASTER.hex() not in key_id_of(MASTER)


@pytest.mark.parametrize("version", [1, 2, 10, 1_000_000])
def test_the_salt_is_the_seeds_mac_of_the_version(version: int):
    assert salt_of(b"seed", version) == hmac_sha256(b"seed", f"salt:{version}".encode()).hex()


def test_the_key_is_the_seeds_mac_of_game_and_nonces_in_seat_order():
    message = (GAME + "".join(NONCES)).encode()
    assert key_of(MASTER, GAME, NONCES) == hmac_sha256(MASTER, message)
    assert key_of(MASTER, GAME, ()) == hmac_sha256(MASTER, GAME.encode())
    assert key_of(MASTER, GAME, NONCES) != key_of(MASTER, GAME, reversed(NONCES))


def test_chance_publishes_its_seed_and_key_id():
    chance = SeededChance(b"seed", "key")
    assert (chance.seed, chance.key_id, chance.index) == (b"seed", "key", 0)


# Draws


def test_nothing_is_drawn_before_the_key_is_fixed():
    with pytest.raises(RuntimeError, match="key"):
        SeededChance(b"seed", "key").below(6, "dice")


@settings(deadline=None)
@given(
    seed=st.binary(max_size=200),
    game=st.text(st.characters(codec="ascii"), max_size=70),
    nonces=st.lists(st.text("0123456789abcdef", min_size=32, max_size=32), max_size=6),
    label=st.text(st.characters(codec="utf-8"), max_size=12),
    index=st.integers(0, 2**40),
    n=st.one_of(st.sampled_from(EDGES), st.integers(1, 2**64)),
)
def test_a_draw_is_what_an_outsider_computes(
    seed: bytes, game: str, nonces: list[str], label: str, index: int, n: int
):
    chance = chance_of(seed, game, nonces)
    chance.index = index
    key = hmac_sha256(seed, (game + "".join(nonces)).encode())
    assert chance.below(n, label) == drawn(key, label, index, n)[0]
    assert chance.index == index + 1


@pytest.mark.parametrize("n", [2**63 + 1, 3 * 2**62, 2**64 - 1])
def test_what_would_favour_low_numbers_is_rejected(n: int):
    chance, key = chance_of(), key_of(MASTER, GAME, NONCES)
    retries = []
    for index in range(400):
        outcome, retry = drawn(key, "big", index, n)
        assert chance.below(n, "big") == outcome
        retries.append(retry)
    assert chance.index == 400, "a rejection is no draw"
    share = 1 - 2**64 // n * n / 2**64
    # How often a draw is rejected at first: half of the time, a quarter, never.
    assert sum(map(bool, retries)) == pytest.approx(share * 400, abs=40)


def test_rejection_goes_on_until_a_draw_fits():
    key = key_of(MASTER, GAME, NONCES)
    assert max(drawn(key, "big", index, 2**63 + 1)[1] for index in range(400)) > 3


def test_a_draw_with_one_outcome_is_counted_too():
    chance = chance_of()
    assert [chance.below(1, "only") for _ in range(3)] == [0, 0, 0]
    assert chance.index == 3


def test_indices_count_on_whatever_is_drawn():
    chance = chance_of()
    seen = []
    for label, n in (("dice", 36), ("theft", 5), ("card", 25), ("dice", 36), ("theft", 1)):
        seen.append(chance.index)
        chance.below(n, label)
    assert seen == [0, 1, 2, 3, 4]


def test_fixing_the_key_does_not_set_the_index_back():
    chance = chance_of()
    chance.below(36, "dice")
    chance.fix_key(GAME, ())
    assert chance.index == 1


def test_the_same_draw_can_be_made_again_anywhere():
    one, two = chance_of(), chance_of()
    first = [one.below(36, "dice") for _ in range(50)]
    two.index = 20
    assert [two.below(36, "dice") for _ in range(30)] == first[20:]


def test_label_index_game_seed_and_nonces_all_matter():
    def draw(seed=MASTER, game=GAME, nonces=NONCES, label="dice", index=0) -> int:
        chance = chance_of(seed, game, nonces)
        chance.index = index
        return chance.below(2**64, label)

    draws = [
        draw(),
        draw(seed=b"another"),
        draw(game=GAME[::-1]),
        draw(nonces=()),
        draw(nonces=NONCES[:2]),
        draw(nonces=NONCES[::-1]),
        draw(label="theft"),
        draw(index=1),
    ]
    assert len(set(draws)) == len(draws)


# Shuffles


@settings(deadline=None)
@given(st.lists(st.integers(), max_size=30), st.binary(min_size=1, max_size=8))
def test_a_shuffle_is_a_permutation_and_counts_its_draws(items: list[int], seed: bytes):
    chance = chance_of(seed)
    before = list(items)
    order = shuffled(items, chance, "shuffle")
    assert sorted(order) == sorted(items)
    assert items == before
    assert chance.index == max(0, len(items) - 1)


def test_a_shuffle_is_fisher_and_yates_from_the_last_place_down():
    key = key_of(MASTER, GAME, NONCES)
    order = list("abcdefgh")
    for index, last in enumerate(range(7, 0, -1)):
        other = drawn(key, "terrain", index, last + 1)[0]
        order[last], order[other] = order[other], order[last]
    assert shuffled("abcdefgh", chance_of(), "terrain") == order


# The test vectors that outsiders are given


def vectors() -> dict:
    page = Path(__file__).parents[1] / "docs" / "verifying.md"
    told = page.read_text().split("## Test vectors", 1)[1]
    return json.loads(told.split("```json", 1)[1].split("```", 1)[0])


def test_the_published_vectors_are_right():
    told = vectors()
    master, game, nonces = bytes.fromhex(told["master_secret"]), told["game"], told["nonces"]
    seed = seed_of(master, game)
    assert seed.hex() == told["seed"]
    assert commitment_of(seed) == told["commitment"]
    assert key_id_of(master) == told["key_id"]
    assert salt_of(seed, 1) == told["salt_of_version_1"]
    assert salt_of(seed, 2) == told["salt_of_version_2"]
    assert key_of(seed, game, nonces).hex() == told["key"]
    for draw in told["draws"]:
        chance = chance_of(seed, game, nonces)
        chance.index = draw["index"]
        assert chance.below(draw["n"], draw["label"]) == draw["outcome"]
    shuffle = told["shuffle"]
    chance = chance_of(seed, game, nonces)
    chance.index = shuffle["first_index"]
    assert shuffled(shuffle["items"], chance, shuffle["label"]) == shuffle["result"]


def test_the_published_vectors_of_a_challenge_are_right():
    told = vectors()
    master, challenge = bytes.fromhex(told["master_secret"]), told["challenge"]
    seed = seed_of(master, challenge["name"])
    assert seed.hex() == challenge["seed"]
    assert commitment_of(seed) == challenge["commitment"]
    key = key_of(seed, challenge["name"], ())
    assert key.hex() == challenge["key"]
    chance = SeededChance(seed, "key")
    chance.fix_key(challenge["name"], (), is_shared=True)
    for draw in challenge["draws"]:
        message = f"{draw['label']}::{draw['retry']}".encode()
        assert hmac_sha256(key, message)[:8].hex() == draw["bytes"]
        assert chance.below(draw["n"], draw["label"]) == draw["outcome"]
    daily = Challenge(challenge["name"], challenge["opens_at"], challenge["closes_at"])
    assert is_daily(daily)


def test_the_published_vectors_show_every_step_of_a_draw():
    told = vectors()
    key = bytes.fromhex(told["key"])
    for draw in told["draws"]:
        message = f"{draw['label']}:{draw['index']}:{draw['retry']}".encode()
        assert hmac_sha256(key, message)[:8].hex() == draw["bytes"]
        outcome = drawn(key, draw["label"], draw["index"], draw["n"])
        assert outcome == (draw["outcome"], draw["retry"])
    assert any(draw["retry"] for draw in told["draws"]), "one of them shows a rejection"


# Fairness. The seeds are fixed, so these either hold or do not: they never flicker.


def assert_even(counts: Counter, outcomes: Iterable, trials: int) -> None:
    """Pearson's chi-square, with a bound that one fair source in ten thousand would miss."""
    expected = {outcome: trials / len(list(outcomes)) for outcome in outcomes}
    assert_distributed(counts, expected, trials)


def assert_distributed(counts: Counter, expected: dict, trials: int) -> None:
    assert set(counts) <= set(expected)
    assert sum(counts.values()) == trials
    chi_square = sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())
    assert chi_square < critical(len(expected) - 1), chi_square


def critical(freedom: int, deviations: float = 3.719) -> float:
    """The chi-square quantile at 1 in 10 000, by Wilson and Hilferty's approximation."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + deviations * spread**0.5) ** 3


@pytest.mark.parametrize("freedom", [2, 4, 10, 24, 36, 94])
def test_a_fair_source_misses_the_bound_once_in_ten_thousand_times(freedom: int):
    # With an even number of degrees of freedom the tail is a sum of Poisson terms.
    half = critical(freedom) / 2
    tail = exp(-half) * sum(half**k / factorial(k) for k in range(freedom // 2))
    assert tail == pytest.approx(0.0001, rel=0.4)


def test_the_chi_square_tests_find_a_loaded_die():
    counts = Counter(dict.fromkeys(range(6), 1_000))
    counts[5] += 250
    with pytest.raises(AssertionError):
        assert_even(counts, range(6), 6_250)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 19, 25, 36, 95])
def test_every_outcome_of_a_draw_is_as_likely(n: int):
    chance = chance_of(b"fair")
    trials = 400 * n
    assert_even(Counter(chance.below(n, "even") for _ in range(trials)), range(n), trials)


def test_large_draws_are_even_across_their_range():
    # Without rejection the lower half of this range would come up twice as often.
    n = 3 * 2**62
    chance = chance_of(b"fair")
    counts = Counter(chance.below(n, "large") * 12 // n for _ in range(12_000))
    assert_even(counts, range(12), 12_000)


def test_dice_fall_evenly_in_all_36_ways_and_their_sums_as_they_should():
    chance = chance_of(b"dice")
    trials = 36_000
    rolls = Counter(two_dice(chance) for _ in range(trials))
    faces = range(1, 7)
    assert_even(rolls, [(one, two) for one in faces for two in faces], trials)
    sums: Counter = Counter()
    for dice, count in rolls.items():
        sums[sum(dice)] += count
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    assert_distributed(sums, {total: trials * n / 36 for total, n in ways.items()}, trials)


def test_one_roll_says_nothing_about_the_next():
    chance = chance_of(b"pairs")
    trials = 18_000
    pairs = Counter((chance.below(6, "dice"), chance.below(6, "dice")) for _ in range(trials))
    assert_even(pairs, [(one, two) for one in range(6) for two in range(6)], trials)


def test_neighbouring_games_are_independent():
    trials = 9_000
    draws: Counter = Counter()
    for game in range(trials):
        draws[chance_of(game=f"game-{game}").below(36, "dice")] += 1
    assert_even(draws, range(36), trials)


def test_all_orders_of_a_shuffle_are_as_likely():
    chance = chance_of(b"shuffle")
    trials = 12_000
    orders = Counter("".join(shuffled("abcd", chance, "order")) for _ in range(trials))
    assert len(orders) == 24
    assert_even(orders, list(orders), trials)
