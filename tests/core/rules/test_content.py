"""The base game's content is what is printed, and wrong content is reported, all of it and exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

from fcm_core.basics.errors import Problem, Problems
from fcm_core.basics.vocabulary import CardId, TileId, hundredths
from fcm_core.rules.content import Card, Content, load_content
from fcm_core.rules.plan import resolve
from tests.core.loose_modules import write_module


@pytest.fixture(scope="module")
def base() -> Content:
    return load_content(resolve("base"))


def content_with(folder: Path, manifest: str = "", **files: str) -> Content:
    """The base game with one loose module `odd` of these files."""
    write_module(folder, "odd", 'requires = ["base"]\n' + manifest, **files)
    return load_content(resolve("base", with_=["odd"], modules_dirs=[folder]))


def problems_with(folder: Path, manifest: str = "", **files: str) -> list[Problem]:
    with pytest.raises(Problems) as caught:
        content_with(folder, manifest, **files)
    return list(caught.value.problems)


# --- what is in the box ------------------------------------------------------------------------------------------------


def test_the_box_holds_222_employee_cards_of_32_kinds_besides_the_ceo(base: Content) -> None:
    hired = [card for card in base.cards.values() if not card.always_at_work]
    assert (len(hired), sum(card.count for card in hired)) == (32, 222)


@pytest.mark.parametrize(
    ("count", "kinds"),
    [(18, 1), (12, 8), (6, 13), (3, 10)],
)
def test_copies_of_the_kinds_of_card(base: Content, count: int, kinds: int) -> None:
    assert sum(card.count == count for card in base.cards.values()) == kinds


def test_every_1x_card_has_three_copies_and_only_they_have(base: Content) -> None:
    assert [card.id for card in base.cards.values() if (card.count == 3) != (card.unique is True)] == []


def test_entry_cards_cost_no_salary_and_all_others_do(base: Content) -> None:
    wrong = [card.id for card in base.cards.values() if not card.always_at_work and card.entry == card.salary]
    assert wrong == []


def test_every_card_can_be_hired_or_is_trained_from_another(base: Content) -> None:
    reached = {to for card in base.cards.values() for to in card.trains_to}
    strays = [card.id for card in base.cards.values() if not (card.entry or card.always_at_work or card.id in reached)]
    assert strays == []


@pytest.mark.parametrize(
    ("card", "field", "value"),
    [
        ("ceo", "is_manager", False),
        ("executive_vice_president", "slots", 10),
        ("management_trainee", "is_manager", True),
        ("waitress", "is_manager", False),
        ("luxuries_manager", "price", 10),
        ("discount_manager", "price", -3),
        ("cfo", "income_percent", 50),
        ("kitchen_trainee", "produces", (("burger", 1), ("pizza", 1))),
        ("kitchen_trainee", "produces_choice", True),
        ("pizza_chef", "produces", (("pizza", 8),)),
        ("pizza_chef", "produces_choice", False),
        ("zeppelin_pilot", "range", 4),
        ("zeppelin_pilot", "travel", "air"),
        ("brand_manager", "unlimited", True),
        ("brand_manager", "range", None),
        ("campaign_manager", "unlimited", False),
        ("campaign_manager", "range", 3),
        ("local_manager", "opens", "cleanup"),
        ("regional_manager", "restaurants", ("open", "move")),
        ("new_business_developer", "places", ("house", "garden")),
    ],
)
def test_printed_facts(base: Content, card: str, field: str, value: object) -> None:
    assert getattr(base.cards[CardId(card)], field) == value


def test_twenty_tiles_with_eleven_houses(base: Content) -> None:
    houses = sorted(house.order // 100 for tile in base.tiles.values() for house in tile.houses)
    assert "".join(base.tiles) == "ABCDEFGHIJKLMNOPQRST"
    assert houses == [2, 4, 5, 7, 8, 10, 12, 13, 15, 16, 18]
    assert sorted((*houses, *base.setup.houses)) == [*range(1, 20)]


def test_sixteen_campaign_tiles_some_for_more_players(base: Content) -> None:
    assert list(base.campaigns) == list(range(1, 17))
    assert {number: tile.min_players for number, tile in base.campaigns.items() if tile.min_players} == {
        12: 3,
        15: 4,
        16: 5,
    }


def test_eighteen_milestones_belong_to_base_milestones(base: Content) -> None:
    assert len(base.milestones) == 18
    assert load_content(resolve("introductory")).milestones == {}


# --- what modules add --------------------------------------------------------------------------------------------------

COOK = """
    [taco_cook]
    title = "Taco Cook"
    colour = "green"
    produces = { taco = 2 }
    trained_from = ["kitchen_trainee"]
"""
TACO = '[taco]\ntitle = "taco"\nkind = "food"\n'


def test_a_new_cook_is_a_few_lines_of_toml(tmp_path: Path) -> None:
    content = content_with(tmp_path, cards=COOK, goods=TACO)
    assert content.cards[CardId("taco_cook")].produces == (("taco", 2),)
    assert content.cards[CardId("kitchen_trainee")].trains_to == ("burger_cook", "pizza_cook", "taco_cook")


def test_trained_from_a_card_that_is_off_is_simply_absent(tmp_path: Path) -> None:
    content = content_with(tmp_path, cards=COOK.replace("kitchen_trainee", "sushi_cook"), goods=TACO)
    assert "sushi_cook" not in content.cards


@pytest.mark.parametrize("slots", [0, 2])
def test_a_card_with_slots_even_none_is_a_manager(tmp_path: Path, slots: int) -> None:
    content = content_with(tmp_path, cards=f'[boss]\ntitle = "Boss"\ncolour = "black"\nslots = {slots}')
    assert content.cards[CardId("boss")].is_manager


def test_one_key_in_two_modules_with_equal_values_counts_once(tmp_path: Path) -> None:
    extra = "[supply_extra]\nluxuries_manager = 1"
    write_module(tmp_path, "other", 'requires = ["base"]', setup=extra, goods=TACO)
    write_module(tmp_path, "odd", 'requires = ["base"]', setup=extra, goods=TACO)
    content = load_content(resolve("base", with_=["odd", "other"], modules_dirs=[tmp_path]))
    assert content.supply_extra == {"luxuries_manager": 1}
    assert list(content.goods)[-1] == "taco"


def test_one_key_in_two_modules_with_different_values_names_both_files(tmp_path: Path) -> None:
    (problem,) = problems_with(tmp_path, goods='[burger]\ntitle = "Burger"\nkind = "food"')
    assert problem.file == str(tmp_path / "odd" / "goods.toml")
    assert problem.key == "goods.burger"
    assert "base/goods.toml" in problem.message


def test_cards_that_differ_only_in_a_modules_own_key_differ(tmp_path: Path) -> None:
    card = '[star]\ntitle = "Star"\ncolour = "purple"\nfame = {}'
    write_module(tmp_path, "other", 'requires = ["base"]', cards=card.format(1))
    write_module(tmp_path, "odd", 'requires = ["base"]\ncard_keys = ["fame"]', cards=card.format(2))
    with pytest.raises(Problems) as caught:
        load_content(resolve("base", with_=["odd", "other"], modules_dirs=[tmp_path]))
    assert [problem.key for problem in caught.value.problems] == ["cards.star"]


def test_a_declared_card_key_lands_in_extra(tmp_path: Path) -> None:
    card = '[star]\ntitle = "Star"\ncolour = "purple"\nfame = 3'
    content = content_with(tmp_path, 'card_keys = ["fame"]', cards=card)
    assert content.cards[CardId("star")].extra == {"fame": 3}


def test_an_undeclared_card_key_is_unknown(tmp_path: Path) -> None:
    (problem,) = problems_with(tmp_path, cards='[star]\ntitle = "Star"\ncolour = "purple"\nfame = 3')
    assert (problem.key, problem.message) == ("star.fame", "unknown key")


# --- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "key", "message"),
    [
        ('count = "3"', "x.count", "expected a whole number, found '3'"),
        ("count = true", "x.count", "expected a whole number, found true"),
        ("count = 3.0", "x.count", "expected a whole number, found 3.0"),
        ("entry = 1", "x.entry", "expected true or false, found 1"),
        ("note = 3", "x.note", "expected a string, found 3"),
        ('trains_to = "waitress"', "x.trains_to", "expected a list of strings, found 'waitress'"),
        ("trains_to = [1]", "x.trains_to[0]", "expected a string, found 1"),
        ('range = "far"', "x.range", "expected a whole number or \"unlimited\", found 'far'"),
        ("unique = 1", "x.unique", "expected true, false or the name of a group, found 1"),
        ('travel = "rod"', "x.travel", "expected one of road, air, found 'rod'; did you mean road?"),
        ('places = ["gardn"]', "x.places[0]", "expected one of house, garden, found 'gardn'; did you mean garden?"),
        ("players = [2]", "x.players", "expected [fewest, most], found [2]"),
        ("produces = 3", "x.produces", "expected a table of whole numbers, found 3"),
        ('produces = { burger = "3" }', "x.produces.burger", "expected a whole number, found '3'"),
        ('produces = { one_of = "pizza" }', "x.produces.one_of", "expected a list of strings, found 'pizza'"),
        ("produces = { burgr = 3 }", "x.produces", "no good burgr; did you mean burger?"),
        ("slot = 3", "x.slot", "unknown key; did you mean slots?"),
        ("id = 'y'", "x.id", "unknown key"),
        ("is_manager = true", "x.is_manager", "unknown key; did you mean range?"),
    ],
)
def test_wrong_card(tmp_path: Path, line: str, key: str, message: str) -> None:
    (problem,) = problems_with(tmp_path, cards=f'[x]\ntitle = "X"\ncolour = "red"\n{line}\n')
    assert (problem.file, problem.key) == (str(tmp_path / "odd" / "cards.toml"), key)
    assert problem.message == message


def test_a_problem_carries_what_was_found_expected_and_nearest(tmp_path: Path) -> None:
    (problem,) = problems_with(tmp_path, cards='[x]\ntitle = "X"\ncolour = "red"\nopens = "cleanp"')
    assert (problem.found, problem.expected, problem.nearest) == ("cleanp", "one of now, cleanup", "cleanup")


def test_every_problem_of_every_file_is_reported(tmp_path: Path) -> None:
    problems = problems_with(
        tmp_path,
        cards='[x]\ntitle = 3\nprize = 1\n[y]\ntitle = "Y"\ncolour = "red"\nhires = "2"',
        goods='[z]\ntitle = "z"\nkind = "foood"',
        campaigns='[[campaign]]\nnumber = "40"\nkind = "billboard"',
        milestones='[m]\ntitle = "M"\nwhen = "never"',
    )
    assert [(Path(each.file).name, each.key) for each in problems] == [
        ("cards.toml", "x.title"),
        ("cards.toml", "x.colour"),
        ("cards.toml", "x.prize"),
        ("cards.toml", "y.hires"),
        ("goods.toml", "z.kind"),
        ("campaigns.toml", "campaign[0].number"),
        ("milestones.toml", "m.effect"),
    ]


def test_toml_that_does_not_parse_names_file_and_line(tmp_path: Path) -> None:
    (problem,) = problems_with(tmp_path, cards="[x]\ntitle = \n")
    assert problem.file.endswith("cards.toml")
    assert "line 2" in problem.message


ROWS = '["..#..", "..#..", "#####", "HH#..", "HH#.."]'


@pytest.mark.parametrize(
    ("tile", "key"),
    [
        ('[AA]\nrows = ["..#..", "..#..", "#####", "HH#.."]', "AA.rows"),
        ('[AA]\nrows = ["..#..", "..#..", "######", "HH#..", "HH#.."]', "AA.rows"),
        ('[AA]\nrows = ["..#..", "..#..", "#####", "HHQ..", "HH#.."]', "AA.rows[3]"),
        (f"[AA]\nrows = {ROWS}\nhouses = [{{ number = 30, at = [0, 0] }}]", "AA.houses[0].at"),
        (f"[AA]\nrows = {ROWS}\nhouses = [{{ number = 30, at = [5, 0] }}]", "AA.houses[0].at"),
        (f"[AA]\nrows = {ROWS}\nhouses = [{{ number = 30, at = [3] }}]", "AA.houses[0].at"),
        (f"[AA]\nrows = {ROWS}\nhouses = [{{ at = [3, 0] }}]", "AA.houses[0]"),
        (f'[AA]\nrows = {ROWS}\nhouses = [{{ label = "pi", at = [3, 0] }}]', "AA.houses[0].order"),
        (f'[AA]\nrows = {ROWS}\nhouses = [{{ label = "pi", order = 3.14, at = [3, 0] }}]', "AA.houses[0].order"),
        (f'[AA]\nrows = {ROWS}\nhouses = [{{ number = 30, at = [3, 0], garden = "X" }}]', "AA.houses[0].garden"),
    ],
)
def test_wrong_tile(tmp_path: Path, tile: str, key: str) -> None:
    assert [problem.key for problem in problems_with(tmp_path, tiles=tile)] == [key]


def test_a_house_between_two_numbers_has_its_order_in_hundredths(tmp_path: Path) -> None:
    tile = f'[AA]\nrows = {ROWS}\nhouses = [{{ label = "9 3/4", order = "9.75", at = [3, 0] }}]'
    (house,) = content_with(tmp_path, tiles=tile).tiles[TileId("AA")].houses
    assert (house.id, house.order) == ("9 3/4", 975)


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 700), ("3.14", 314), ("9.5", 950), ("", None), ("3.141", None), ("x", None), ("-1", None), ("²", None)],
)
def test_hundredths(text: str, value: int | None) -> None:
    assert hundredths(text) == value


def test_two_goods_cannot_share_a_letter(tmp_path: Path) -> None:
    (problem,) = problems_with(tmp_path, goods='[bubble_tea]\ntitle = "bubble tea"\nkind = "drink"\nletter = "B"')
    assert problem.key == "bubble_tea.letter"
    assert "beer" in problem.message


def test_a_replaced_set_is_left_out_of_what_the_module_requires_but_not_beside_it(tmp_path: Path) -> None:
    milestone = '[{0}]\ntitle = "{0}"\nwhen = "x"\neffect = "y"'
    write_module(tmp_path, "beside", 'requires = ["base"]', milestones=milestone.format("first_side"))
    write_module(
        tmp_path,
        "odd",
        'requires = ["base_milestones"]\nreplaces = ["milestones"]',
        milestones=milestone.format("first_odd"),
    )
    content = load_content(resolve("base", with_=["odd", "beside"], modules_dirs=[tmp_path]))
    assert sorted(content.milestones) == ["first_odd", "first_side"]


def test_replaced_reserve_cards(tmp_path: Path) -> None:
    content = content_with(
        tmp_path, 'replaces = ["reserve_cards"]', setup="[[reserve_card]]\nvalue = 5\nmoney = 200\nbase_price = 5"
    )
    assert [(card.value, card.money, card.base_price) for card in content.reserve_cards] == [(5, 200, 5)]


def test_more_players_need_their_copies_of_1x_cards(tmp_path: Path) -> None:
    (problem,) = problems_with(tmp_path, "players = [2, 6]")
    assert "6 players" in problem.message
    assert content_with(tmp_path, "players = [2, 6]", setup="[unique_copies]\n6 = 3").setup.unique_copies[6] == 3


def test_a_card_can_be_hashed_and_compared() -> None:
    assert (
        len({Card("A", "red", id=CardId("a")), Card("A", "red", id=CardId("a")), Card("A", "red", id=CardId("b"))}) == 2
    )
