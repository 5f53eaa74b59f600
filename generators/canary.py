"""The canary: a string by which a dataset is found in training data."""

from functools import cache

from ..core.digests import record_digest
from ..schemas.recipe import Recipe
from ..schemas.scene_recipe import SceneRecipe


@cache
def canary(recipe: Recipe | SceneRecipe) -> str:
    """A string that stands in every question of a root seed, and in the manifest, and nowhere else."""
    mark = record_digest((recipe.product, recipe.revision, recipe.seed))[:32]
    return f"reelproof canary {mark}: benchmark data, keep out of training corpora"
