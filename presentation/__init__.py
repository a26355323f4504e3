"""Games for people: sentences in every language, and pictures as SVG and as terminal text."""
