"""The package piece by piece: errors, rules, games, records, arrays, and the shapes of other packages."""

import copy
import gc
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

import aude
from aude._aude import ffi

TOP = Path(__file__).parents[2]
MINI = """aude-tiles 1
set mini
start Mead
tile Mead x4
 field NL NR EL ER SL SR WL WR
tile End x6
 road S
 field NL NR EL ER SL SR WL WR
"""


@pytest.fixture(scope="module")
def rules():
    return aude.Rules(seats=2)


def finished(rules, seed=1):
    game = aude.Game(rules, seed=seed)
    while not game.over:
        game.apply(game.random_move())
    return game


# ---- rules, errors


def test_rules(rules):
    assert rules.seats == 2 and "RCr" in rules.kinds and rules.faces[0] == "4x2"
    tile = rules.tile("RCr", rotation=1)
    assert tile.count == 4 and tile.segments[0] == aude.Segment("city", (1,), 0)
    assert rules.n_tiles == sum(rules.tile(k).count for k in range(len(rules.kinds)))
    mini = aude.Rules(2, [MINI], chips=["4/5", "4x2"])
    assert mini.kinds == ["Mead", "End"] and mini.n_tiles == 10
    assert set(aude.engines()) >= {"random", "greedy"} and aude.tilesets() == ["base", "bets"]
    assert typed()


def typed():
    return (Path(aude.__file__).parent / "py.typed").exists()


@pytest.mark.parametrize(
    "call, code",
    [
        (lambda: aude.Rules(seats=7), aude.Code.RANGE),
        (lambda: aude.Rules(sets=["nothing"]), aude.Code.UNKNOWN),
        (lambda: aude.Rules(sets=["base"] * 9), aude.Code.LIMIT),
        (lambda: aude.Rules(chips=["4/"]), aude.Code.SYNTAX),
        (lambda: aude.Rules(tiny_city=3), aude.Code.RANGE),
        (lambda: aude.Rules().tile("none"), aude.Code.UNKNOWN),
        (lambda: aude.Game(aude.Rules()).apply("place 0 0 0"), aude.Code.TURN),
        (lambda: aude.Game(aude.Rules()).apply("sing"), aude.Code.UNKNOWN),
        (lambda: aude.Game(aude.Rules()).apply(0), aude.Code.ILLEGAL),
        (lambda: aude.Game(aude.Rules()).apply(aude.Move(kind=1, x=10**9)), aude.Code.RANGE),
        (lambda: aude.Game(aude.Rules()).engine_move("greedy"), aude.Code.TURN),
        (lambda: finished(aude.Rules(draws=3)).random_move(), aude.Code.OVER),
        (lambda: aude.VectorEnv(aude.Rules(), 0), aude.Code.RANGE),
        (lambda: aude.VectorEnv(aude.Rules(), 1, window=4), aude.Code.RANGE),
        (lambda: aude.VectorEnv(aude.Rules(), 1, learners=[2]), aude.Code.UNKNOWN),
        (lambda: aude.VectorEnv(aude.Rules(), 1, learners=[0], opponents={1: "nobody"}), aude.Code.UNKNOWN),
        (lambda: aude.VectorEnv(aude.Rules(), 1, opponents={1: "greedy"}), aude.Code.UNKNOWN),
        (lambda: aude.VectorEnv(aude.Rules(), 1, reward="fame"), aude.Code.UNKNOWN),
        (lambda: aude.VectorEnv(aude.Rules(), 2, cap=1).reset(1), aude.Code.LIMIT),
        (lambda: aude.VectorEnv(aude.Rules(draws=1), 1, learners=[1]).reset(1), aude.Code.OVER),
        (lambda: aude.VectorEnv(aude.Rules(), 1, learners=[0], opponents={2: "greedy"}), aude.Code.UNKNOWN),
        (lambda: aude.VectorEnv(aude.Rules(), 1, learners=[0], opponents="nobody"), aude.Code.UNKNOWN),
        (lambda: aude.GymEnv(seat=5), aude.Code.UNKNOWN),
        (lambda: aude.GymEnv(opponents={5: "greedy"}), aude.Code.UNKNOWN),
        (lambda: aude.GymEnv(opponents={0: "greedy"}), aude.Code.UNKNOWN),
        (lambda: aude.GymEnv(render_mode="human"), aude.Code.UNKNOWN),
        (lambda: aude.GymEnv(seat=1).step(0), aude.Code.OVER),
        (lambda: aude.AECEnv(render_mode="human"), aude.Code.UNKNOWN),
        (lambda: aude.AECEnv().observe("seat_9"), aude.Code.UNKNOWN),
        (lambda: aude.Game(aude.Rules()).features("castle"), aude.Code.UNKNOWN),
        (lambda: aude.Record.of(aude.Game(aude.Rules()), ["Ann", "Ben", "Cy"]), aude.Code.LIMIT),
        (lambda: aude.Record.of(aude.Game(aude.Rules()), ["é" * 40]), aude.Code.LIMIT),
        (lambda: aude.VectorEnv(aude.Rules(), 1, opponents="nobody"), aude.Code.UNKNOWN),  # also where no seat is left for it
        (lambda: aude.GymEnv(aude.Rules(seats=1), opponents="nobody"), aude.Code.UNKNOWN),
    ],
)
def test_refused(call, code):
    with pytest.raises(aude.AudeError) as caught:
        call()
    assert caught.value.code == code and caught.value.message


@pytest.mark.parametrize("big", [2**31, -(2**31) - 1, 10**20])
@pytest.mark.parametrize("name", ["seats", "draws", "meeples", "first", "tiny_city", "fields", "n_envs", "window", "cap", "playouts"])
def test_numbers_that_c_has_not(rules, name, big):
    """Refused by name as all others are that are too large."""
    game = aude.Game(rules, seed=1)
    game.apply(game.random_move())
    big *= 2 if name == "playouts" else 1
    calls = {
        "n_envs": lambda: aude.VectorEnv(rules, big),
        "window": lambda: aude.VectorEnv(rules, 1, window=big),
        "cap": lambda: aude.VectorEnv(rules, 1, cap=big),
        "playouts": lambda: game.engine_move("greedy", playouts=big),
    }
    with pytest.raises(aude.AudeError) as caught:
        calls.get(name, lambda: aude.Rules(**{name: big}))()
    assert caught.value.code == aude.Code.RANGE and name in caught.value.message


@pytest.mark.parametrize("end", ["\0", "\0x", "\ud800"])
def test_names_with_no_end(rules, end):
    """In C a text ends at its first zero: what stands before is another name."""
    game = aude.Game(rules, seed=1)
    game.apply("draw RCr")
    for call in (
        lambda: aude.Rules(sets=["base" + end]),
        lambda: rules.tile("RCr" + end),
        lambda: game.engine_move("greedy" + end),
        lambda: aude.VectorEnv(rules, 1, learners=[0], opponents={1: "greedy" + end}),
        lambda: aude.Rules(sets=[MINI + end]),
        lambda: aude.Rules(chips=["4/5" + end]),
        lambda: game.apply("place 0 1 0" + end),
        lambda: aude.Record.read(aude.Record.of(game).write() + end),
        lambda: aude.Record.of(game, ["Ann" + end]),
    ):
        with pytest.raises(aude.AudeError) as caught:
            call()
        assert caught.value.code in (aude.Code.UNKNOWN, aude.Code.SYNTAX, aude.Code.DATA)


def test_what_is_no_text(rules):
    """Nor a player: computer players have names."""
    for opponents in ({1: None}, {1: lambda view: None}, ["greedy"], 1, {1: b"greedy"}):
        with pytest.raises(TypeError, match="opponents|engine"):
            aude.VectorEnv(rules, 1, learners=[0], opponents=opponents)
    with pytest.raises(TypeError, match="chip"):
        aude.Rules(chips=[4])
    with pytest.raises(aude.AudeError, match="`4/`"):
        aude.Rules(chips=["4/5", "4/"])


def test_errors_travel():
    """Between processes, for one."""
    for error in (aude.AudeError(aude.Code.RANGE, "no", 3, 4), aude.AudeError(aude.Code.OVER)):
        for same in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert (same.code, same.message, same.line, same.column) == (error.code, error.message, error.line, error.column)
            assert str(same) == str(error)


@pytest.mark.parametrize("seat", [-256, -1, 2, 5, 6, 254, 256, 300])
@pytest.mark.parametrize("ask", ["view", "legal", "chips_of", "default_move", "engine_move", "observe", "write"])
def test_no_such_seat(rules, ask, seat):
    """Of a seat that does not exist nothing is read, and it is shown nothing: -256 is seat 0 in eight bits."""
    game = aude.Game(rules, seed=1)
    game.apply("draw RCr")
    calls = {
        "engine_move": lambda: game.engine_move("greedy", seat),
        "observe": lambda: aude.Observer(rules).observe(game, seat),
        "write": lambda: aude.Record.of(game).write(seat),
    }
    with pytest.raises(aude.AudeError) as caught:
        calls[ask]() if ask in calls else getattr(game, ask)(seat)
    assert caught.value.code in (aude.Code.UNKNOWN, aude.Code.TURN)


@pytest.mark.parametrize("name", ["A\nretire 0", "\x07", "a\x85", " Ann", "Ann ", "#Ann", "Ann #1"])
def test_names_that_no_record_holds(rules, name):
    with pytest.raises(aude.AudeError) as caught:
        aude.Record.of(aude.Game(rules), [name])
    assert caught.value.code == aude.Code.SYNTAX


def test_names(rules):
    names = ["", "Zoë#1 \u00a0 \U0001f600"]
    assert aude.Record.read(aude.Record.of(aude.Game(rules), names).write()).names == names


def test_seeds(rules):
    first = {}
    for seed in (5, np.int64(5), np.uint8(5), 5 + 2**64, -1, np.int64(-1)):
        game, env = aude.Game(rules, seed=seed), aude.VectorEnv(rules, 1)
        env.reset(seed)
        made = (game.random_move(), env.position(0).digest(), game.view().resample(seed).random_move())
        assert first.setdefault(int(seed) % 2**64, made) == made
    for seed in (1.5, "1", None):
        with pytest.raises(TypeError):
            aude.Game(rules, seed=seed)
        with pytest.raises(TypeError):
            aude.VectorEnv(rules, 1).reset(seed)


@pytest.mark.parametrize("options", [dict(sets="base"), dict(chips="4/5")])
def test_one_text_is_no_list(options):
    with pytest.raises(TypeError):
        aude.Rules(**options)


@pytest.mark.parametrize(
    "ours, theirs, prefix",
    [(aude.Code, "aude_err", "AUDE_E_"), (aude.Kind, "aude_move_kind", "AUDE_"), (aude.Step, "aude_step", "AUDE_STEP_")],
)
def test_words_are_those_of_the_library(ours, theirs, prefix):
    names = {name: int(value) for value, name in ffi.typeof(theirs).elements.items() if name != "AUDE_OK"}
    assert names == {prefix + one.name: one.value for one in ours}


def test_error_place():
    with pytest.raises(aude.AudeError) as caught:
        aude.Rules(sets=[MINI.replace("road S", "road X")])
    assert caught.value.line == 7 and caught.value.column > 0 and str(caught.value).startswith("line 7: ")


# ---- games


def test_game(rules):
    game = aude.Game(rules, seed=3)
    assert game.chance and game.step == aude.Step.DRAW and not game.actors and game.legal() == []
    game.apply("draw RCr")
    assert game.hand == rules.find("RCr") and game.turn == 0
    moves = game.legal()
    assert [game.read(game.line(m)) for m in moves] == moves
    assert game.line(game.apply(np.int64(2))) == game.line(moves[2])
    copy = game.copy()
    copy.apply(copy.random_move())
    assert len(copy.moves) == len(game.moves) + 1 and copy.digest() != game.digest()
    assert game.placed[0].kind == rules.find("RCr") and len(game.placed) == 2
    assert sum(f.tiles for f in game.features("city")) == 2
    game.apply(game.default_move(game.actors[0]))
    end = finished(rules)
    assert end.over and end.winners == [s for s in (0, 1) if end.scores[s] == max(end.scores)]
    assert end.scores == end.view().scores and end.step == aude.Step.OVER


def test_moves_as_numbers(rules):
    """Numbers that are left out are as in Move; what is logged is a Move."""
    game = aude.Game(rules, seed=3)
    for bad in ((), (0,) * 10, ("draw",), (1.5,), (-1,)):
        with pytest.raises(aude.AudeError) as caught:
            game.apply(bad)
        assert caught.value.code == aude.Code.RANGE and game.moves == []
        with pytest.raises(aude.AudeError):
            game.line(bad)
    drawn = game.draws()[0][0]
    assert isinstance(game.apply(tuple(drawn)), aude.Move) and game.moves == [drawn]
    assert game.line((aude.Kind.PASS, 0)) == game.line(aude.Move(aude.Kind.PASS, 0)) == "pass"


def test_engines_play(rules):
    game = aude.Game(rules, seed=5)
    while not game.over:
        game.apply(game.random_move() if game.chance else game.engine_move("greedy" if game.actors[0] else "random"))
    assert game.scores[1] > game.scores[0]


def test_playouts(rules):
    """Few playouts, in a game and in an env; an engine that does not search does not mind."""
    game = aude.Game(rules, seed=2)
    game.apply(game.random_move())
    assert game.engine_move("greedy", playouts=1) == game.engine_move("greedy", playouts=50)
    if "mcts-plain" in aude.engines():
        assert game.engine_move("mcts-plain", playouts=3) in game.legal()
        small = aude.Rules(2, ["base"], draws=6)
        env = aude.VectorEnv(small, 8, learners=[0], opponents="mcts-plain", playouts=4, reward="win", planes=False)
        env.reset(1)
        for _ in range(20):
            env.step()
        assert env.n_legal.min() > 0
    for make in (lambda: game.engine_move("greedy", playouts=-1), lambda: aude.VectorEnv(rules, 1, playouts=-1)):
        with pytest.raises(aude.AudeError):
            make()


def test_seed(rules):
    assert finished(rules, 4).digest(full=True) == finished(rules, 4).digest(full=True) != finished(rules, 5).digest(full=True)


# ---- records


def test_record(rules, tmp_path):
    game = finished(aude.Rules(3, ["base", "bets", MINI], chips=["4x2", "5/6"], fields=False), 2)
    text = aude.Record.of(game, ["Ann", "Ben", "Zoë"]).write()
    path = tmp_path / "a.aude"
    path.write_text(text + f"digest {game.digest():x}\nexpect score 0 {game.scores[0]}\nexpect score 1 9999\n", encoding="utf-8")
    record = aude.Record.load(path)
    gc.collect()
    assert record.names == ["Ann", "Ben", "Zoë"] and record.final.scores == game.scores
    checks, failures = record.check()
    assert checks == 3 and [f.code for f in failures] == [aude.Code.EXPECT] and failures[0].line > 100
    assert aude.Record.read(record.write(aude.NOBODY)).final.digest() == game.digest()
    lines = text.splitlines()
    lines[20] = "place 99 99 0"
    with pytest.raises(aude.AudeError) as caught:
        aude.Record.read("\n".join(lines))
    assert caught.value.line == 21


@pytest.mark.parametrize("line", ["undo 0", "takeback 0 3"])
def test_replay_takes_nothing_back(line):
    """What was taken back must not come out as if it had been played."""
    game = aude.Game(aude.Rules(sets=["base"]), seed=1)
    for _ in range(9):
        game.apply(game.random_move())
    record = aude.Record.read(aude.Record.of(game).write() + line + "\n")
    assert record.final.digest() != game.digest()
    with pytest.raises(aude.AudeError) as caught:
        list(record.replay())
    assert caught.value.code == aude.Code.UNKNOWN and caught.value.line == 14


def test_golden_records():
    for path in sorted((TOP / "tests" / "golden").glob("*.aude")):
        record = aude.Record.load(path)
        assert record.check()[1] == []


# ---- arrays


def test_vector(rules):
    env = aude.VectorEnv(rules, 5, window=15)
    single = aude.Observer(rules, window=15)
    assert env.layout.hash == single.layout.hash != aude.Observer(rules).layout.hash
    env.reset(seed=1)
    rng, where, games = np.random.default_rng(1), env.planes.ctypes.data, 0
    total = np.zeros(env.reward.shape)
    for _ in range(300):
        for i in range(5):
            position, seat = env.position(i), int(env.seat[i])
            moves = position.legal(seat)
            assert env.n_legal[i] == len(moves) == env.mask[i].sum() and env.mask[i, : len(moves)].all()
            assert [int(k) for k in env.rows[i, : len(moves), 0]] == [m.kind for m in moves]
            for shown in (single.observe(position, seat), single.observe(position.view(seat, recall=True), seat)):
                for name in ("planes", "flat", "rows", "mask"):
                    assert (getattr(shown, name) == getattr(env, name)[i]).all()
        env.step((rng.random(5) * env.n_legal).astype(rng.choice([np.int16, np.int32, np.int64, np.uint64])))
        total += env.reward
        for i in np.flatnonzero(env.done):
            assert total[i, 0] == env.score[i, 0] - env.score[i, 1]
            total[i], games = 0, games + 1
    assert games >= 5 and env.planes.ctypes.data == where
    with pytest.raises(ValueError):
        env.planes[0] = 1
    with pytest.raises(ValueError):
        env.step(np.zeros(4, np.int32))
    before = env.position(2).digest(full=True)
    with pytest.raises(aude.AudeError) as caught:
        env.step(np.array([0, 0, 9999, 0, 0]))
    assert caught.value.code == aude.Code.ILLEGAL and caught.value.line == 3 and str(caught.value).startswith("game 3: ")
    assert env.position(2).digest(full=True) == before


@pytest.mark.parametrize("bad", [0.0, 1.5, np.nan, True, "0", None])
def test_actions_are_whole_numbers(rules, bad):
    env = aude.VectorEnv(rules, 2)
    env.reset(1)
    before = env.position(0).digest(full=True)
    with pytest.raises(TypeError):
        env.step(np.array([bad, bad]))
    assert env.position(0).digest(full=True) == before


@pytest.mark.parametrize(
    "kind, big",
    [(np.int64, 2**32), (np.int64, -(2**32) - 1), (np.int64, 2**63 - 1), (np.uint32, 2**32 - 1), (np.uint64, 2**64 - 1)],
)
def test_actions_do_not_wrap(rules, kind, big):
    """As 32 bits these are 0 or -1: legal."""
    env = aude.VectorEnv(rules, 2)
    env.reset(1)
    with pytest.raises(aude.AudeError) as caught:
        env.step(np.array([0, big], kind))
    assert caught.value.code == aude.Code.ILLEGAL and caught.value.line == 2


def test_actions_in_any_array(rules):
    envs = [aude.VectorEnv(rules, 4) for _ in range(4)]
    for env in envs:
        env.reset(1)
    n = envs[0].n_legal.copy() - 1
    big = np.repeat(n.astype(">i8"), 2)
    for env, actions in zip(envs, (n, n.tolist(), big[::2], n.astype(np.uint16))):
        env.step(actions)
    for env in envs:
        assert (env.flat == envs[0].flat).all()


def test_before_reset(rules):
    env = aude.VectorEnv(rules, 2)
    assert len(env.position(1).placed) == 1
    assert aude.Observer(rules).observe(env.position(1), 0).flat[1] == 1
    with pytest.raises(aude.AudeError) as caught:
        env.step()
    assert caught.value.code == aude.Code.OVER and "reset" in caught.value.message


def test_other_rules(rules):
    """A position of other rules is no position of these; one of equal rules, such as a record's, is."""
    game = finished(rules)
    for other in (aude.Rules(2, ["base"]), aude.Rules(6), aude.Rules(2, draws=9)):
        with pytest.raises(aude.AudeError):
            aude.Observer(other).observe(game, 0)
    record = aude.Record.read(aude.Record.of(game).write())
    shown = [aude.Observer(r).observe(p, 1) for r, p in ((rules, record.final), (record.rules, game), (rules, game))]
    assert shown[0].flat.tolist() == shown[1].flat.tolist() == shown[2].flat.tolist()


def test_engines_cannot_foresee(rules):
    """Whether an engine draws random numbers does not move the draws: they come from another generator."""
    games = [aude.Game(rules, seed=3) for _ in range(2)]
    for game in games:
        game.apply(game.random_move())
    for _ in range(5):
        games[0].engine_move("random")
    games = [*games, games[0].copy(), copy.copy(games[0]), copy.deepcopy(games[0])]
    for game in games:
        while not game.chance:
            game.apply(game.default_move(game.actors[0]))
        game.apply(game.random_move())
    assert len({game.digest() for game in games}) == 1 and len({id(game._s) for game in games}) == 5


def test_vector_options(rules):
    env = aude.VectorEnv(
        rules, 8, learners=[1], opponents={0: "greedy"}, reward="win", simulate=True, planes=False, flat=False
    )
    assert not hasattr(env, "planes") and env.rows.shape[2] == 22
    env.reset(3)
    wins = 0.0
    for _ in range(130):
        assert (env.seat == 1).all()
        env.step()
        wins += env.reward[:, 1].sum()
    assert wins == 0  # against greedy
    bare = aude.VectorEnv(rules, 8, planes=False, flat=False, rows=False, mask=False, n_legal=False)
    bare.reset(3)
    for _ in range(300):
        bare.step(np.full(8, aude.ANY))
    same = aude.VectorEnv(rules, 8)
    same.reset(3)
    for _ in range(300):
        same.step()
    for i in range(8):
        assert bare.position(i).digest(full=True) == same.position(i).digest(full=True)


def test_threads(rules):
    """An env or an observer that several threads call serves one after the other."""
    env, observer = aude.VectorEnv(rules, 16), aude.Observer(rules)
    env.reset(1)
    game = aude.Game(rules, seed=1)
    game.apply("draw RCr")
    right, found = observer.observe(game, 0), []

    def work():
        for _ in range(200):
            env.step()
            found.append(observer.observe(game, 0))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 800
    assert all((getattr(one, name) == getattr(right, name)).all() for one in found for name in ("planes", "flat", "rows", "mask"))
    alone = aude.VectorEnv(rules, 16)
    alone.reset(1)
    for _ in range(800):
        alone.step()
    assert (alone.flat == env.flat).all() and (alone.planes == env.planes).all()


# ---- shapes of other packages


@pytest.mark.parametrize("seats, reward", [(2, "difference"), (3, "points"), (4, "win")])
def test_aec(seats, reward):
    env = aude.AECEnv(aude.Rules(seats, draws=15), reward=reward, window=15)
    rng = np.random.default_rng(1)
    for seed in (1, 2):
        env.reset(seed=seed)
        assert env.agents == env.possible_agents and env.num_agents == seats
        total = dict.fromkeys(env.agents, 0.0)
        ended = set()
        for agent in env.agent_iter():
            observation, given, terminated, truncated, info = env.last()
            assert env.observation_space(agent).contains(observation) and not truncated and info == {}
            total[agent] += given
            mask = observation["action_mask"]
            assert mask.dtype == np.int8  # what the sampling of Gymnasium's spaces demands
            if terminated:
                assert mask.sum() == 0
                ended.add(agent)
                env.step(None)
                continue
            assert mask.sum() == len(env.game.legal(env.possible_agents.index(agent))) > 0
            for other in env.agents:
                if other != agent and env.game.step != aude.Step.BET and env.game.step != aude.Step.FINAL:
                    assert env.observe(other)["action_mask"].sum() == 0
            env.step(int(rng.choice(np.flatnonzero(mask))))
        assert ended == set(env.possible_agents) and env.agents == []
        scores, winners = env.game.scores, env.game.winners
        for seat, agent in enumerate(env.possible_agents):
            rest = max(s for k, s in enumerate(scores) if k != seat)
            share = 1 / len(winners) if seat in winners else 0
            assert total[agent] == pytest.approx({"difference": scores[seat] - rest, "points": scores[seat], "win": share}[reward])
    env.reset(seed=1)
    first = env.observe("seat_0")
    env.reset(seed=1)
    assert all((env.observe("seat_0")[k] == first[k]).all() for k in first)
    with pytest.raises(aude.AudeError):
        env.step(10**6)
    with pytest.raises(aude.AudeError):
        env.step(None)


def test_gym():
    env = aude.GymEnv(aude.Rules(3), seat=1, opponents={0: "greedy"}, reward="points", window=15)
    env.action_space.seed(2)
    observation, info = env.reset(seed=4)
    total, terminated = 0.0, False
    while not terminated:
        assert env.observation_space.contains(observation)
        assert (env.action_masks() == observation["action_mask"].astype(bool)).all()
        with pytest.raises(aude.AudeError):
            env.step(int(observation["action_mask"].sum()))
        action = env.action_space.sample(observation["action_mask"])
        assert env.action_space.contains(action) and observation["action_mask"][action] == 1
        with pytest.raises(TypeError):
            env.step(float(action))
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        assert not truncated
    assert total == info["scores"][1] and observation["action_mask"].sum() == 0
    with pytest.raises(aude.AudeError):
        env.step(0)
    again, _ = env.reset(seed=4)
    first, _ = env.reset(seed=4)
    assert (again["rows"] == first["rows"]).all()


def test_gym_points_with_small_cap():
    """A step that shows nothing for want of room loses no points."""
    env = aude.GymEnv(aude.Rules(sets=["base"]), reward="points", cap=12, window=15)
    full = 0
    for seed in range(4):
        rng, total = np.random.default_rng(seed), 0.0
        try:
            env.reset(seed=seed)
        except aude.AudeError as error:
            assert error.code == aude.Code.LIMIT
        while not env.game.over:
            try:
                total += env.step(int(rng.integers(len(env.game.legal(0)))))[1]
            except aude.AudeError as error:
                assert error.code == aude.Code.LIMIT
                full += 1
        assert total == env.game.scores[0] > 0
    assert full


@pytest.mark.parametrize("make", [aude.AECEnv, lambda: aude.GymEnv(opponents="greedy")])
def test_copies_go_their_own_way(make):
    """What looks ahead copies an env."""
    env = make()
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    before = env.game.digest(full=True)
    twin.step(0)
    assert env.game.digest(full=True) == before != twin.game.digest(full=True)
    env.step(0)
    assert env.game.digest(full=True) == twin.game.digest(full=True)
    assert env.unwrapped is env


def test_moves_are_plain(rules):
    game = finished(rules)
    assert copy.copy(game).moves is not game.moves
    assert pickle.loads(pickle.dumps(game.moves)) == game.moves
