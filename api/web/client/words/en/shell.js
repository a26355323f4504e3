/** The bar at the top, and problems. */
export default {
  skip: "Skip to the content",
  title: "Hexledger",
  "menu.start": "Start",
  "menu.label": "Main menu",
  "menu.watch": "Watch",
  "menu.cups": "Tournaments",
  "menu.audit": "Audit",
  "menu.docs": "API",
  "menu.me": "You: {name}",
  "menu.signIn": "Sign in",
  "menu.language": "Polski",
  guest: "Guest {number}",
  "problem.offline": "The server cannot be reached. Trying again …",
  "problem.missing": "There is no such page.",
  "problem.load": "This could not be loaded: {reason}",
  "problem.again": "Try again",
};
