"""The read side: folds that turn commits into views for one kind of reader."""
