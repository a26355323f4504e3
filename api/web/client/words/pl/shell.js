/** Polish, with the names of the English phrases. @type {Record<keyof typeof import("../en/shell.js").default, string>} */
export default {
  skip: "Przejdź do treści",
  title: "Hexledger",
  "menu.start": "Start",
  "menu.label": "Menu główne",
  "menu.watch": "Oglądaj",
  "menu.cups": "Turnieje",
  "menu.audit": "Audyt",
  "menu.docs": "API",
  "menu.me": "Ty: {name}",
  "menu.signIn": "Zaloguj się",
  "menu.language": "English",
  guest: "Gość {number}",
  "problem.offline": "Brak połączenia z serwerem. Próbuję ponownie …",
  "problem.missing": "Nie ma takiej strony.",
  "problem.load": "Nie udało się wczytać: {reason}",
  "problem.again": "Spróbuj ponownie",
};
