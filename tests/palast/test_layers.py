"""A layer holds only its differences, and `wertung` goes on each ruleset."""

import pytest

import palast
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.rules.compose import Layer, compose
from tests.library import OFFICIAL, READINGS, WITH_LAYERS, read_otherwise, ruleset
from tests.palast import scenarios as ask
from tests.palast.matrix import ROWS, Row
from tests.palast.table import Table

OWN_ANSWERS = (ask.tied_with_displays_of_different_length,)  # where the variant tells a rule of `ksr` differently


def said(declaration: d.Declaration) -> list[str]:
    """What a block says, citations aside."""
    return [line.split("    (")[0].rstrip() for line in lines(declaration)]


def idle(spec: str, layer: Layer) -> list[str]:
    """The blocks of a file that say what the files beneath it, with its names, say already."""
    beneath = ruleset(spec).composed.layers
    beneath = beneath[: [each.name for each in beneath].index(layer.name)]
    renames = tuple(item for item in layer.tree.items if isinstance(item, d.Rename))
    base = compose_named(beneath, layer, renames)
    own = [item.declaration for item in layer.tree.items if isinstance(item, d.Plain | d.Replace | d.AddBlock)]
    return [each.key for each in own if each.key in base and said(each) == base[each.key]]


def compose_named(beneath: tuple[Layer, ...], layer: Layer, renames: tuple[d.Rename, ...]) -> dict[str, list[str]]:
    """What the blocks beneath a layer say in the layer's names."""
    named = Layer(d.RuleFile(layer.tree.header, renames, span=layer.tree.span), layer.beneath)
    composed, problems = compose((*beneath, named))
    assert problems == []
    return {key: said(entry.declaration) for key, entry in composed.entries.items()}


@pytest.mark.parametrize("spec", ["magier", "review", "ksr+wertung"])
def test_no_block_of_a_layer_equals_the_block_of_its_base(spec: str) -> None:
    assert idle(spec, ruleset(spec).composed.layers[-1]) == []


@pytest.mark.parametrize(
    ("reading", "spec"), [("frei", "ksr"), ("zwang", "magier"), ("gleichzeitig", "magier"), ("zurueck", "review")]
)
def test_no_block_of_another_reading_equals_the_block_of_its_base(reading: str, spec: str) -> None:
    rules = read_otherwise(spec, reading)
    (block,) = [item.declaration for item in rules.composed.layers[-1].tree.items if isinstance(item, d.Replace)]
    assert said(block) != said(ruleset(spec).resolved.entry(block.key).declaration)


def test_a_block_that_only_renames_would_be_found_idle() -> None:
    magier = ruleset("magier").composed.layers[-1]
    copied = next(
        entry.declaration for key, entry in ruleset("magier").composed.entries.items() if key == "action Kurtisane"
    )
    padded = d.Replace(copied, None, span=copied.span)
    tree = d.RuleFile(magier.tree.header, (*magier.tree.items, padded), span=magier.tree.span)
    assert idle("magier", Layer(tree, magier.beneath)) == ["action Kurtisane"]


@pytest.mark.parametrize("spec", ["magier", "review"])
def test_a_text_that_differs_little_is_a_small_file(spec: str) -> None:
    base, layer = ruleset(spec).composed.layers
    replaced = [item for item in layer.tree.items if isinstance(item, d.Replace | d.AddBlock)]
    assert base.name == "ksr"
    assert len(replaced) < len(base.tree.items) / 4


@pytest.mark.parametrize("spec", OFFICIAL)
@pytest.mark.parametrize("row", [row for row in ROWS if row.scenario not in OWN_ANSWERS], ids=lambda row: row.name)
def test_under_the_variant_everything_else_stays(row: Row, spec: str) -> None:
    assert row.scenario(ruleset(f"{spec}+wertung")) == row.answers[spec]


@pytest.mark.parametrize("spec", OFFICIAL)
def test_the_variant_counts_in_a_counter_of_its_own(spec: str) -> None:
    assert Table.new(ruleset(f"{spec}+wertung")).noted == (0, 0, 0)
    with pytest.raises(LookupError, match="noted"):
        ruleset(spec).new_game(3).counter("noted", 0)


def test_rulesets_and_layers_are_found_by_name() -> None:
    assert palast.rulesets() == OFFICIAL
    assert palast.layers() == ("wertung",)


@pytest.mark.parametrize("spec", WITH_LAYERS)
def test_a_ruleset_is_called_by_its_name_with_its_layers(spec: str) -> None:
    assert ruleset(spec).name == spec


def test_a_layer_alone_is_no_ruleset() -> None:
    with pytest.raises(palast.RulesError, match="is a layer and needs a ruleset"):
        palast.load(READINGS / "frei.rules")
