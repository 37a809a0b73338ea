"""The rules of the Adventure, a chapter each."""
