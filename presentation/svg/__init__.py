"""What the SVG pictures of all games share."""
