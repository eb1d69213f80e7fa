"""Adapters driven as an app drives them: random streams, cut, edited and read by strict clients."""
