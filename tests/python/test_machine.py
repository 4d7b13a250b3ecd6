"""State machines: random moves, legal and illegal, of whole games, against what must hold at every point."""

import aude
import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

RULES = {}


def rules_for(seats, bets, draws):
    key = seats, bets, draws
    if key not in RULES:
        RULES[key] = aude.Rules(seats, ("base", "bets") if bets else ("base",), draws=draws)
    return RULES[key]


class Play(RuleBasedStateMachine):
    """A game beside a model that knows only conservation, order and refusal."""

    @initialize(seats=st.integers(1, 5), bets=st.booleans(), draws=st.sampled_from([0, 8, 20]), seed=st.integers(0, 2**32))
    def begin(self, seats, bets, draws, seed):
        self.rules = rules_for(seats, bets, draws)
        self.game = aude.Game(self.rules, seed=seed)
        self.observer = aude.Observer(self.rules, window=15)
        self.played = []
        self.pending = {}  # what the seats have chosen in the open decision: the model of the secrets

    def note(self, before, move):
        self.played.append(move)
        if move.kind != aude.Kind.BET or self.game.decision != before:
            self.pending = {}
        else:
            self.pending[move.seat] = move.face

    @precondition(lambda self: self.game.chance)
    @rule(pick=st.integers(0, 10**6))
    def draw(self, pick):
        draws = self.game.draws()
        assert sum(weight for _, weight in draws) == sum(self.game.bag)
        before = self.game.decision
        self.note(before, self.game.apply(draws[pick % len(draws)][0]))

    @precondition(lambda self: self.game.actors)
    @rule(pick=st.integers(0, 10**6), how=st.sampled_from(["index", "line", "move"]), who=st.integers(0, 5))
    def move(self, pick, how, who):
        seat = self.game.actors[who % len(self.game.actors)]
        moves = self.game.legal(seat)
        assert moves and len(set(moves)) == len(moves) and all(m.seat == seat for m in moves)
        index, before = pick % len(moves), self.game.decision
        if how == "index":
            played = self.game.apply(index, seat)
        elif how == "line":  # where several are asked, a line names its seat
            played = self.game.apply(self.game.line(moves[index]))
        else:
            played = self.game.apply(moves[index])
        assert played == moves[index]
        self.note(before, played)

    @rule(n=st.integers(1, 12))
    def on(self, n):
        """Plays on at random, so that later parts of games are met as well."""
        while n > 0 and not self.game.over:
            n, before = n - 1, self.game.decision
            self.note(before, self.game.apply(self.game.random_move()))

    @rule(
        kind=st.integers(0, 7),
        seat=st.integers(0, 6),
        rotation=st.integers(0, 255),
        feature=st.integers(0, 4),
        edge=st.integers(0, 9),
        face=st.integers(0, 255),
        tile=st.integers(0, 60),
        x=st.integers(-5, 5),
        y=st.integers(-5, 5),
    )
    def anything(self, **numbers):
        """A move made of any numbers is accepted exactly if it is one of the list (equal rotations and edges aside)."""
        move = aude.Move(**numbers)
        legal = set(self.game.legal(move.seat)) if move.seat < self.rules.seats else set()
        if move.kind == aude.Kind.RETIRE:
            return
        trial, digest, before = self.game.copy(), self.game.digest(full=True), self.game.decision
        try:
            trial.apply(move)
        except aude.AudeError as error:
            assert trial.digest(full=True) == digest and move not in legal
            assert error.code in (aude.Code.ILLEGAL, aude.Code.TURN, aude.Code.OVER, aude.Code.UNKNOWN)
            return
        if move.kind != aude.Kind.DRAW:
            ends = set()
            for one in legal:
                other = self.game.copy()
                other.apply(one)
                ends.add(other.digest(full=True))
            assert trial.digest(full=True) in ends
        self.game = trial
        self.note(before, move)

    @rule(words=st.text(st.sampled_from("place bet0pass 14/-x?mlfinalsed.NESW"), max_size=24))
    def nonsense(self, words):
        digest = self.game.digest(full=True)
        try:
            self.game.copy().apply(words)
        except aude.AudeError as error:
            assert error.message
        assert self.game.digest(full=True) == digest

    @invariant()
    def conserved(self):
        game = self.game
        tiles = [self.rules.tile(kind).count for kind in range(len(self.rules.kinds))]
        for placed in game.placed:
            tiles[placed.kind] -= 1
        if game.hand is not None:
            tiles[game.hand] -= 1
        assert all(left >= bag >= 0 for left, bag in zip(tiles, game.bag))  # the rest is discarded
        for seat, supply in enumerate(game.supplies):
            assert supply + sum(f.seat == seat for f in game.figures) == 7
        on_tiles = [sum(b.seat == seat for k in game.stacks for b in k.bets) for seat in range(self.rules.seats)]
        n_chips = sum(game.chips) + sum(on_tiles)
        assert n_chips in (0, 6 * self.rules.seats) and (n_chips == 0) == (not self.rules_have_bets())

    def rules_have_bets(self):
        return any(self.rules.tile(kind).office for kind in range(len(self.rules.kinds)))

    @invariant()
    def nothing_leaks(self):
        game = self.game
        for seat in [*range(self.rules.seats), aude.NOBODY]:
            view = game.view(seat)
            assert view.digest() == game.digest() and view.scores == game.scores and view.asked == game.asked
            for other in range(self.rules.seats):
                if other != seat and self.rules.faces:
                    assert view.chips_of(other) is None
            assert all(b.face is None for k in view.stacks for b in k.bets)
            for stack in game.stacks:
                assert all(b.face in b.possible for b in stack.bets)
            if seat == aude.NOBODY or self.pending.get(seat) is not None:
                continue
            # another possibility of what is hidden: the same to look at, and the same to learn from
            maybe = game.view(seat, recall=True).resample(len(self.played))
            assert maybe.view(seat, True).digest(full=True) == game.view(seat, True).digest(full=True)
            assert maybe.legal(seat) == [] or set(maybe.legal(seat)) == set(view.legal(seat)) or seat not in game.actors
            a, b = self.observer.observe(game, seat), self.observer.observe(maybe, seat)
            assert (a.planes == b.planes).all() and (a.flat == b.flat).all()
            if seat in game.actors:
                assert (a.rows == b.rows).all() and a.n_legal == len(game.legal(seat))

    def teardown(self):
        if not hasattr(self, "game"):
            return
        record = aude.Record.of(self.game)
        text = record.write()
        again = aude.Record.read(text)
        assert again.write() == text
        assert again.final.digest(full=True) == self.game.digest(full=True)
        *_, (_, last) = [(None, aude.Game(self.rules)), *again.replay()]
        assert last.digest(full=True) == self.game.digest(full=True)
        for seat in [*range(self.rules.seats), aude.NOBODY]:
            public = record.write(seat)
            if not self.pending and not self.game.asked_secretly():
                assert aude.Record.read(public).final.digest() == self.game.digest()
            if not self.game.over:
                hidden = sum(len(k.bets) for k in self.game.stacks)
                assert public.count(" ?") >= hidden


def asked_secretly(game):
    return game.step in (aude.Step.BET, aude.Step.FINAL)


aude.Game.asked_secretly = asked_secretly
TestPlay = Play.TestCase


class Step(RuleBasedStateMachine):
    """A VectorEnv beside a twin of more games that writes nothing, whose first games are given the same actions."""

    N = 3

    @initialize(
        seats=st.integers(1, 6),
        bets=st.booleans(),
        learners=st.sets(st.integers(0, 5)),
        reward=st.sampled_from(["difference", "win", "points"]),
        seed=st.integers(-5, 2**64),
    )
    def begin(self, seats, bets, learners, reward, seed):
        self.rules = rules_for(seats, bets, 8)
        self.learners = {s for s in learners if s < seats} or {0}
        self.observer = aude.Observer(self.rules, window=9)
        options = dict(learners=self.learners, opponents="greedy", reward=reward)
        self.env = aude.VectorEnv(self.rules, self.N, window=9, **options)
        nothing = dict(planes=False, flat=False, rows=False, mask=False, n_legal=False)
        self.twin = aude.VectorEnv(self.rules, self.N + 2, **options, **nothing)
        self.reset(seed)

    @rule(seed=st.integers(-5, 2**64))
    def reset(self, seed):
        self.env.reset(seed)
        self.twin.reset(seed)

    @rule(picks=st.lists(st.integers(-1, 10**6), min_size=N, max_size=N))
    def step(self, picks):
        actions = np.array([p if p < 0 else p % n for p, n in zip(picks, self.env.n_legal)])
        self.env.step(actions)
        self.twin.step(np.concatenate([actions, [aude.ANY] * 2]))
        assert (self.env.reward == self.twin.reward[: self.N]).all() and (self.env.done == self.twin.done[: self.N]).all()
        for game in np.flatnonzero(self.env.done):
            winners = [s for s in range(self.rules.seats) if self.env.winners[game] >> s & 1]
            assert winners == [s for s, p in enumerate(self.env.score[game]) if p == self.env.score[game].max()]

    @rule(game=st.integers(0, N - 1), beyond=st.sampled_from([0, 1, 10**6, 2**32, -2, -(2**32)]))
    def refused(self, game, beyond):
        before = [self.env.position(i).digest(full=True) for i in range(self.N)]
        actions = np.full(self.N, aude.ANY)
        actions[game] = beyond if beyond < 0 else self.env.n_legal[game] + beyond
        try:
            self.env.step(actions)
        except aude.AudeError as error:
            assert error.code == aude.Code.ILLEGAL and error.line == game + 1
        else:
            raise AssertionError("an action that is no index was accepted")
        assert before == [self.env.position(i).digest(full=True) for i in range(self.N)]

    @invariant()
    def shown(self):
        if not hasattr(self, "env"):
            return
        for i in range(self.N):
            position, seat = self.env.position(i), int(self.env.seat[i])
            assert seat in self.learners and seat == position.actors[0]
            assert position.digest(full=True) == self.twin.position(i).digest(full=True)
            assert self.env.mask[i].sum() == self.env.n_legal[i] == len(position.legal(seat))
            view = self.observer.observe(position.view(seat, recall=True), seat)
            for name in ("planes", "flat", "rows", "mask"):
                assert (getattr(view, name) == getattr(self.env, name)[i]).all()


TestStep = Step.TestCase
