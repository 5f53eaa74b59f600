"""`gen describe`: what there is."""

import click

from ..core.catalog import questions, simulator, view, worlds
from ..core.digests import canonical
from ..core.errors import BadParams, near
from ..schemas.validate import schema
from .notes import note_broken
from .tables import table

TOPICS = (
    "worlds", "skills", "themes", "tasks", "rules", "types", "shapes", "knobs", "levels", "editions", "renderers",
    "styles", "schemas",
)  # fmt: skip


@click.command()
@click.argument("topic", required=False)
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def describe(topic: str | None, name: str | None, as_json: bool) -> None:
    """List worlds, skills, themes, tasks, question types, shapes, knobs and more, or one TOPIC.

    \b
    gen describe
    gen describe worlds
    gen describe themes
    gen describe schemas question
    """
    if topic is not None and topic not in TOPICS:
        raise BadParams(f"there is no topic {topic[:40]!r}", hint=near(topic, TOPICS))
    if name is not None:
        if topic != "schemas":
            raise BadParams(f"{topic} has no parts to name", hint="try `gen describe schemas question`")
        click.echo(canonical(schema(name)))
        return
    wanted = (topic,) if topic else TOPICS
    if "worlds" in wanted:
        note_broken()
    if as_json:
        click.echo(
            canonical(
                {name: [dict(zip(_HEADS[name], row, strict=True)) for row in _rows(name)] for name in wanted}
            )
        )
        return
    for one in wanted:
        table(_HEADS[one], _rows(one), title=one)


_HEADS: dict[str, tuple[str, ...]] = {
    "worlds": ("world", "what", "sizes", "size counts", "default", "renderer", "plans", "idle", "undo"),
    "skills": ("skill", "level", "asks"),
    "themes": ("theme", "family", "stages", "tasks"),
    "tasks": ("task", "code", "what", "depth", "themes", "cases", "rules"),
    "rules": ("rule", "of"),
    "types": ("type", "level", "what", "tasks"),
    "shapes": ("shape", "kind of", "size in metres", "good for", "variants"),
    "knobs": ("knob", "command", "range", "meaning"),
    "levels": ("level", "boards", "containers", "operations", "imagined", "longer plans"),
    "editions": ("edition", "what"),
    "renderers": ("renderer", "exact", "worlds"),
    "styles": ("style", "colour-blind safe"),
    "schemas": ("schema", "file"),
}


def _rows(topic: str) -> list[tuple[object, ...]]:
    if topic == "worlds":
        return [_world(name) for name in worlds()]
    if topic == "skills":
        from ..schemas.question import LEVELS as skill_levels

        asks = {
            "recall_order": "operations i to j, in order",
            "recall_count": "how often something happens, and each instance",
            "infer_state": "the hidden state, at the hidden end or after operation k",
            "compare_state": "what differs between two moments (or two directories)",
            "predict_state": "the state after imagined operations",
            "predict_operation": "a plan from the hidden state to a goal",
        }
        return [(skill, level, asks[skill]) for skill, level in skill_levels.items()]
    if topic in ("themes", "tasks", "rules", "types", "shapes"):
        from . import describe_scenes

        return describe_scenes.rows(topic)
    if topic == "knobs":
        from .reason import reason
        from .vgenst import vgenst

        rows: list[tuple[object, ...]] = []
        for command in (reason, vgenst):
            for option in command.params:
                if isinstance(option, click.Option) and option.help:
                    kind = "" if option.is_flag else option.make_metavar(click.get_current_context())
                    rows.append((option.opts[0], f"gen {command.name}", kind, option.help))
        return rows
    if topic == "levels":
        from ..generators.reason.knobs import LEVELS

        return [
            (
                name,
                ", ".join(map(str, level.boards)),
                ", ".join(map(str, level.containers)),
                "-".join(map(str, level.ops)),
                "-".join(map(str, level.hypothetical)),
                level.longer,
            )
            for name, level in LEVELS.items()
        ]
    if topic == "editions":
        return [
            ("vrb", "VideoReasonBench: 6 worlds x 2 sizes x 5-14 operations x 2 reveals, 240 videos"),
            ("vgenst", "VGenST-Bench: 12 tasks x 100 themes, 1,200 videos"),
        ]
    if topic == "renderers":
        from ..generators.vgenst.knobs import RENDERERS
        from ..renderers.render import backend, backends

        drawers: list[tuple[object, ...]] = []
        for name in backends():
            fit = [w for w in worlds() if backend(name).draws(view(w))]
            scenes = ["scenes of gen vgenst"] if name in RENDERERS else []
            drawers.append((name, "yes" if backend(name).exact else "no", ", ".join([*fit, *scenes])))
        for name in RENDERERS[:2]:
            if name not in backends():
                drawers.append((name, "yes" if name == "gl" else "no", "scenes of gen vgenst"))
        return [*drawers, ("none", "yes", "all (everything but video)")]
    if topic == "styles":
        from ..renderers.style import STYLES

        return [(style.name, "yes" if style.safe else "no") for style in STYLES]
    from ..schemas.validate import schema_names

    return [(name, schema(name).get("title", "")) for name in schema_names()]


def _world(name: str) -> tuple[object, ...]:
    sim, looks = simulator(name), view(name)
    questions(name)
    return (
        name,
        sim.title,
        f"{sim.sizes[0]}..{sim.sizes[-1]}",
        sim.size_word,
        sim.default_size,
        looks.renderer,
        "{}-{}".format(*sim.plan_band),
        "yes" if sim.can_idle else "no",
        "yes" if sim.can_undo else "no",
    )
