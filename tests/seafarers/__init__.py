<<<<<<< HEAD
"""Seafarers."""
=======
"""The game with ships."""
>>>>>>> routes
