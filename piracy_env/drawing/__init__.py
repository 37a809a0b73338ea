"""What the pictures of all games are made of: shapes, icons, letters, and the players' colours."""
