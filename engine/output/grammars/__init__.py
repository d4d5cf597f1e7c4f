"""How calls are written between their markers: a few grammars that the formats share."""
