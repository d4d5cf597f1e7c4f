"""Ways to run a model: `base` is the contract, each backend loads its library only when used."""
