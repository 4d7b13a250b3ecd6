/* Rules as a library: refused setups, the questions about tiles, spaces and features, moves that are refused, defaults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "aude.h"
#include "chisquare.h"

static aude_rules rules;
static aude_state state, before;
static aude_setup setup;
static aude_tileset set, second;

static void set_read(aude_tileset *dst, const char *text)
{
    aude_errinfo e;
    if (aude_tileset_read(dst, text, strlen(text), &e)) fail_msg("%d: %s", e.line, e.message);
}

static void game_start(int n_seats, const char *own)
{
    aude_setup_default(&setup, n_seats);
    if (own) {
        set_read(&set, own);
        setup.set[0] = &set;
    } else {
        setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    }
    assert_int_equal(aude_rules_init(&rules, &setup, NULL), AUDE_OK);
    aude_start(&rules, &state);
}

static aude_err game_do(const char *line)
{
    aude_move move;
    assert_int_equal(aude_move_read(&rules, &state, line, strlen(line), &move, NULL), AUDE_OK);
    return aude_apply(&rules, &state, move, NULL);
}

/* ---- setups ---- */

static void break_seats(void)
{
    setup.n_seats = 0;
}
static void break_seats_more(void)
{
    setup.n_seats = 7;
}
static void break_sets(void)
{
    setup.n_sets = 0;
}
static void break_missing(void)
{
    setup.set[0] = NULL;
}
static void break_twice(void)
{
    setup.set[setup.n_sets++] = setup.set[0];
}
static void break_fields(void)
{
    setup.fields = 2;
}
static void break_tiny(void)
{
    setup.tiny_city = 3;
}
static void break_unoccupied(void)
{
    setup.bets_unoccupied = -1;
}
static void break_draws(void)
{
    setup.draws = -1;
}
static void break_meeples(void)
{
    setup.meeples = 9;
}
static void break_first(void)
{
    setup.first = 2;
}
static void break_chips(void)
{
    setup.n_chips = 9;
}
static void break_start(void)
{
    setup.set[0] = aude_tileset_find("bets", 0);
}

static void break_name(void)
{
    set_read(&set, "aude-tiles 1\nset own\ntile RCr x1\n monastery\n field NL NR EL ER SL SR WL WR\n");
    setup.set[setup.n_sets++] = &set;
}

static void break_offices(void)
{
    set_read(&set, "aude-tiles 1\nset own\ntile Bet x33\n office\n field NL NR EL ER SL SR WL WR\n");
    setup.set[setup.n_sets++] = &set;
}

static void break_tiles(void)
{
    set_read(&set, "aude-tiles 1\nset own\ntile A x255\n field NL NR EL ER SL SR WL WR\n"
                   "tile B x200\n field NL NR EL ER SL SR WL WR\n");
    setup.set[setup.n_sets++] = &set;
}

static void break_size(void)
{
    set_read(&set,
             "aude-tiles 1\nset own\ntile A x255\n road N\n road E\n road S\n road W\n field NL\n field WR\n field NR\n"
             " field EL\n field ER\n field SL\n field SR\n field WL\n monastery\n");
    set_read(&second,
             "aude-tiles 1\nset two\ntile B x180\n road N\n road E\n road S\n road W\n field NL\n field WR\n field NR\n"
             " field EL\n field ER\n field SL\n field SR\n field WL\n monastery\n");
    setup.set[setup.n_sets++] = &set;
    setup.set[setup.n_sets++] = &second;
}

static void break_set_chips(void)
{
    set_read(&set, "aude-tiles 1\nset own\nchip 1\nchip 2\nchip 3\ntile A x1\n field NL NR EL ER SL SR WL WR\n");
    setup.set[setup.n_sets++] = aude_tileset_find("bets", 0);
    setup.set[setup.n_sets++] = &set;
}

static const struct refusal {
    void (*spoil)(void);
    aude_err code;
    const char *message;
} refusals[] = {
    {break_seats, AUDE_E_RANGE, "the number of seats must be 1 to 6"},
    {break_seats_more, AUDE_E_RANGE, "the number of seats must be 1 to 6"},
    {break_sets, AUDE_E_RANGE, "the number of sets must be 1 to 8"},
    {break_missing, AUDE_E_UNKNOWN, "a tile set is missing"},
    {break_twice, AUDE_E_DATA, "set base is in play twice"},
    {break_fields, AUDE_E_RANGE, "rule fields must be 0 to 1"},
    {break_tiny, AUDE_E_RANGE, "rule tiny-city must be 4 or 2"},
    {break_unoccupied, AUDE_E_RANGE, "rule bets-unoccupied must be 0 to 1"},
    {break_draws, AUDE_E_RANGE, "rule draws must be 0 to 512"},
    {break_meeples, AUDE_E_RANGE, "rule meeples must be 1 to 8"},
    {break_first, AUDE_E_RANGE, "rule first must be 0 to 1"},
    {break_chips, AUDE_E_RANGE, "the number of own chips must be 0 to 8"},
    {break_start, AUDE_E_DATA, "no set in play has a start tile"},
    {break_name, AUDE_E_DATA, "tile RCr is in two sets, the second is own"},
    {break_offices, AUDE_E_LIMIT, "too many bookmaker tiles with set own"},
    {break_tiles, AUDE_E_LIMIT, "too many tiles with set own"},
    {break_size, AUDE_E_LIMIT, "the tiles of this game are too many for a state"},
    {break_set_chips, AUDE_E_LIMIT, "more than 8 chips a player"},
};

static void test_refused_setups(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        aude_errinfo e;
        aude_setup_default(&setup, 2);
        refusals[i].spoil();
        assert_int_equal(aude_rules_init(&rules, &setup, &e), refusals[i].code);
        assert_string_equal(e.message, refusals[i].message);
        assert_int_equal(aude_rules_init(&rules, &setup, NULL), refusals[i].code);
    }
}

/* ---- questions ---- */

static void test_kinds(void **unused)
{
    (void)unused;
    game_start(2, NULL);
    assert_int_equal(aude_rules_n_kinds(&rules), 24 + 10);
    assert_int_equal(aude_rules_n_tiles(&rules), 72 + 10);
    assert_int_equal(aude_rules_find_kind(&rules, "nothing"), -1);
    int start = aude_rules_start_kind(&rules), monastery = aude_rules_find_kind(&rules, "L");
    assert_string_equal(aude_rules_kind(&rules, start)->name, "RCr");
    /* a monastery looks the same from every side, a straight road from two, the start tile from one */
    assert_int_equal(aude_rules_n_rotations(&rules, monastery), 1);
    assert_int_equal(aude_rules_n_rotations(&rules, aude_rules_find_kind(&rules, "RFr")), 2);
    assert_int_equal(aude_rules_n_rotations(&rules, start), 4);
    /* the start tile's city is in the north; turned twice it is in the south */
    assert_int_equal(aude_rules_segment(&rules, start, 0, 0).kind, AUDE_CITY);
    assert_int_equal(aude_rules_segment(&rules, start, 0, 0).ends, 1 << AUDE_N);
    assert_int_equal(aude_rules_segment(&rules, start, 2, 0).ends, 1 << AUDE_S);
    assert_int_equal(aude_rules_segment(&rules, start, 1, 2).touches, 1 << AUDE_E); /* the field at the city */
    assert_int_equal(aude_rules_n_faces(&rules), 6);
    assert_int_equal(aude_rules_face_count(&rules, 0), 1);
    assert_true(aude_rules_max_moves(&rules) <= AUDE_MAX_MOVES);
    assert_true(aude_state_size(&rules) <= 16 * 1024);
    aude_setup copy;
    aude_rules_setup(&rules, &copy);
    assert_int_equal(copy.n_seats, 2);
    assert_null(copy.set[0]);
}

/* Contacts beyond the neighbourhood make two rotations different though the segments look alike. */
static void test_touching_rotations(void **unused)
{
    (void)unused;
    const char *plain = "aude-tiles 1\nset own\nstart A\ntile A x3\n city N\n city S\n field EL ER\n field WL WR\n";
    game_start(1, plain);
    assert_int_equal(aude_rules_n_rotations(&rules, 0), 2);
    const char *one_sided = "aude-tiles 1\nset own\nstart A\ntile A x3\n road N\n road S\n city E\n city W\n field NL\n"
                            " field NR touches W\n field SL\n field SR\n";
    game_start(1, one_sided);
    assert_int_equal(aude_rules_n_rotations(&rules, 0), 4);
}

static void test_spaces(void **unused)
{
    (void)unused;
    game_start(2, NULL);
    aude_space space[8];
    assert_int_equal(aude_open_spaces(&rules, &state, space, 8), 4);
    static const struct {
        int x, y, side, edge;
    } around[4] = {
        {0, -1, AUDE_S, AUDE_CITY}, {-1, 0, AUDE_E, AUDE_ROAD}, {1, 0, AUDE_W, AUDE_ROAD}, {0, 1, AUDE_N, AUDE_FIELD}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(space[i].x, around[i].x);
        assert_int_equal(space[i].y, around[i].y);
        for (int side = 0; side < 4; side++)
            assert_int_equal(space[i].edge[side], side == around[i].side ? around[i].edge : 255);
    }
    int monastery = aude_rules_find_kind(&rules, "L"), road = aude_rules_find_kind(&rules, "RFr");
    assert_int_equal(aude_fits(&rules, &state, monastery, 0, 1), 1);
    assert_int_equal(aude_fits(&rules, &state, monastery, 0, -1), 0);
    assert_int_equal(aude_fits(&rules, &state, road, 1, 0), 1); /* straight on; turned by a quarter it shows a field */
    assert_int_equal(aude_fits(&rules, &state, road, 0, 0), 0);
    assert_int_equal(aude_fits(&rules, &state, road, 5, 5), 0);
    assert_int_equal(aude_fits(&rules, &state, road, 100000, 0), 0);
    assert_int_equal(aude_fits(&rules, &state, 99, 1, 0), 0);
    assert_int_equal(aude_tile_at(&rules, &state, 0, 0), 0);
    assert_int_equal(aude_tile_at(&rules, &state, 1, 0), -1);
    assert_int_equal(aude_tile_at(&rules, &state, 65536, 0), -1);
}

static void test_features(void **unused)
{
    (void)unused;
    game_start(2, NULL);
    assert_int_equal(game_do("draw CFC"), AUDE_OK);
    assert_int_equal(game_do("place 0 -1 0"), AUDE_OK); /* its south city joins the start tile's: two tiles, complete */
    assert_int_equal(game_do("meeple small city.S"), AUDE_OK);
    assert_int_equal(aude_score(&state, 0), 4);
    int id[8], tile[8];
    assert_int_equal(aude_features(&rules, &state, AUDE_CITY, id, 8), 2);
    assert_int_equal(aude_feature_tiles(&rules, &state, id[0], tile, 8), 2);
    assert_int_equal(tile[1], 1);
    aude_feature city, field;
    aude_feature_get(&rules, &state, id[0], &city);
    assert_int_equal(city.n_open, 0);
    assert_int_equal(city.n_tiles, 2);
    aude_feature_get(&rules, &state, id[1], &city);
    assert_int_equal(city.n_open, 1);
    assert_int_equal(aude_feature_at(&rules, &state, 0, AUDE_CITY, AUDE_N), id[0]);
    assert_int_equal(aude_feature_at(&rules, &state, 0, AUDE_CITY, AUDE_S), -1);
    assert_int_equal(aude_feature_at(&rules, &state, 0, AUDE_MONASTERY, AUDE_NO_EDGE), -1);
    assert_int_equal(aude_feature_at(&rules, &state, 7, AUDE_CITY, AUDE_N), -1);
    assert_int_equal(aude_feature_at(&rules, &state, 0, AUDE_FIELD, 200), -1);
    int between = aude_feature_at(&rules, &state, 1, AUDE_FIELD, 2 * AUDE_E);
    aude_feature_get(&rules, &state, between, &field);
    assert_int_equal(field.kind, AUDE_FIELD);
    assert_int_equal(field.n_cities, 1);
    assert_int_equal(aude_field_cities(&rules, &state, between, tile, 8), 1);
    assert_int_equal(tile[0], id[0]);
    aude_worth worth;
    aude_worth_of(&rules, &state, between, &worth);
    assert_int_equal(worth.points, 3);
    assert_int_equal(worth.winners, 0);
}

/* ---- moves ---- */

static void refused(aude_move move, aude_err code)
{
    before = state;
    uint64_t digest = aude_full_digest(&rules, &state);
    assert_int_equal(aude_apply(&rules, &state, move, NULL), code);
    assert_memory_equal(&state, &before, aude_state_size(&rules));
    assert_int_equal(aude_full_digest(&rules, &state), digest);
}

static void test_refused_moves(void **unused)
{
    (void)unused;
    game_start(2, NULL);
    refused((aude_move){.kind = 77}, AUDE_E_UNKNOWN);
    refused((aude_move){.kind = AUDE_DRAW, .tile = 99}, AUDE_E_UNKNOWN);
    refused((aude_move){.kind = AUDE_PASS, .seat = 0}, AUDE_E_TURN);
    refused((aude_move){.kind = AUDE_PASS, .seat = 9}, AUDE_E_UNKNOWN);
    refused((aude_move){.kind = AUDE_RETIRE, .seat = 2}, AUDE_E_UNKNOWN);
    game_do("draw B02");
    refused((aude_move){.kind = AUDE_DRAW, .tile = 0}, AUDE_E_TURN);
    refused((aude_move){.kind = AUDE_PLACE, .seat = 1, .x = 1}, AUDE_E_TURN);
    refused((aude_move){.kind = AUDE_PLACE, .seat = 0, .x = 1, .rotation = 4}, AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_PLACE, .seat = 0, .x = 1, .rotation = 1}, AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_MEEPLE, .seat = 0}, AUDE_E_ILLEGAL);
    game_do("place 1 0 0");
    refused((aude_move){.kind = AUDE_PLACE, .seat = 0, .x = 2}, AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_MEEPLE, .seat = 0, .feature = AUDE_MONASTERY}, AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_MEEPLE, .seat = 0, .feature = AUDE_CITY, .edge = AUDE_S}, AUDE_E_ILLEGAL);
    game_do("pass");
    refused((aude_move){.kind = AUDE_BET, .seat = 0, .face = 6}, AUDE_E_UNKNOWN);
    refused((aude_move){.kind = AUDE_BET, .seat = 0, .face = AUDE_HIDDEN_FACE}, AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_PASS, .seat = 0}, AUDE_E_ILLEGAL);
    game_do("bet 0 pass");
    refused((aude_move){.kind = AUDE_BET, .seat = 0, .face = AUDE_NO_BET}, AUDE_E_TURN);
    game_do("retire 0");
    refused((aude_move){.kind = AUDE_RETIRE, .seat = 0}, AUDE_E_ILLEGAL);
    game_do("end 1");
    assert_int_equal(aude_actors(&rules, &state), 0);
    refused((aude_move){.kind = AUDE_RETIRE, .seat = 1}, AUDE_E_OVER);
    refused((aude_move){.kind = AUDE_DRAW}, AUDE_E_OVER);
    assert_int_equal(aude_winners(&rules, &state), 0);
}

/* What a seat that does not answer would do: the first placement, no meeple, no bet. */
static void test_defaults(void **unused)
{
    (void)unused;
    aude_move move;
    game_start(2, NULL);
    assert_int_equal(aude_default_move(&rules, &state, 0, &move), 0);
    game_do("draw B02");
    assert_int_equal(aude_default_move(&rules, &state, 0, &move), 1);
    assert_int_equal(move.kind, AUDE_PLACE);
    aude_apply(&rules, &state, move, NULL);
    assert_int_equal(aude_default_move(&rules, &state, 0, &move), 1);
    assert_int_equal(move.kind, AUDE_PASS);
    aude_apply(&rules, &state, move, NULL);
    assert_int_equal(aude_default_move(&rules, &state, 1, &move), 1);
    assert_int_equal(move.kind, AUDE_BET);
    assert_int_equal(move.face, AUDE_NO_BET);
}

/* A settle decision whose candidates have 2 (city) and 4 tiles (road): the default is the road. The position is the one of
 * the scenario bets-settle-4. */
static void test_default_settle(void **unused)
{
    (void)unused;
    game_start(2, "aude-tiles 1\nset mini\nstart Crv\nchip 2\nchip 4\n"
                  "tile Crv x2\n road S W\n field NL NR EL ER SL WR\n field SR WL\n"
                  "tile oCapE x1\n office\n city N\n road E\n field EL WL WR\n field ER SL SR\n"
                  "tile CapW x1\n city N\n road W\n field EL ER SL SR WL\n field WR\n");
    aude_move move;
    assert_int_equal(game_do("draw Crv"), AUDE_OK);
    assert_int_equal(game_do("place 0 1 90"), AUDE_OK);
    assert_int_equal(game_do("pass"), AUDE_OK);
    assert_int_equal(game_do("draw oCapE"), AUDE_OK);
    assert_int_equal(game_do("place -1 1 0"), AUDE_OK);
    assert_int_equal(game_do("pass"), AUDE_OK);
    assert_int_equal(game_do("bet 0 2"), AUDE_OK);
    assert_int_equal(game_do("bet 1 4"), AUDE_OK);
    assert_int_equal(game_do("draw CapW"), AUDE_OK);
    assert_int_equal(game_do("place -1 0 180"), AUDE_OK);
    assert_int_equal(game_do("pass"), AUDE_OK);
    assert_int_equal(aude_state_step(&rules, &state), AUDE_STEP_SETTLE);
    assert_int_equal(aude_default_move(&rules, &state, 0, &move), 1);
    assert_int_equal(move.kind, AUDE_SETTLE);
    assert_int_equal(move.feature, AUDE_ROAD);
    assert_int_equal(move.edge, AUDE_E);
    refused((aude_move){.kind = AUDE_SETTLE, .seat = 0, .x = -1, .y = 1, .feature = AUDE_ROAD, .edge = 9},
            AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_SETTLE, .seat = 0, .x = 0, .y = 1, .feature = AUDE_ROAD, .edge = AUDE_E},
            AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_SETTLE, .seat = 0, .x = -1, .y = 1, .feature = AUDE_CITY, .edge = AUDE_S},
            AUDE_E_ILLEGAL);
    refused((aude_move){.kind = AUDE_PASS, .seat = 0}, AUDE_E_ILLEGAL);
    aude_apply(&rules, &state, move, NULL);
    assert_int_equal(aude_score(&state, 0), 0); /* the road has 4 tiles: the 4 pays, the 2 misses */
    assert_int_equal(aude_score(&state, 1), 4);
}

/* Final points if the game ended now: the same as ending it, chips aside. */
static void test_projected(void **unused)
{
    (void)unused;
    game_start(2, NULL);
    game_do("draw Rr");
    game_do("place 1 0 0"); /* a curve from west to south: with the start tile a road of two tiles */
    game_do("meeple small road.W");
    game_do("draw L");
    game_do("place 0 1 0");
    game_do("meeple small monastery");
    int points[AUDE_MAX_SEATS];
    aude_projected(&rules, &state, points);
    assert_int_equal(points[0], 2); /* two tiles */
    assert_int_equal(points[1], 3); /* itself, and two of eight around: (0,0) and (1,0) */
    game_do("end 0");
    assert_int_equal(aude_score(&state, 0), 2);
    assert_int_equal(aude_score(&state, 1), 3);
    assert_int_equal(aude_winners(&rules, &state), 2);
    aude_projected(&rules, &state, points);
    assert_int_equal(points[1], 3); /* after the end nothing is added */
}

/* A board that grows 400 tiles along a line and stays searchable; its random moves are legal. */
static void test_long_board(void **unused)
{
    (void)unused;
    game_start(1,
               "aude-tiles 1\nset long\nstart Way\ntile Way x255\n road E W\n field NL NR EL WR\n field ER SL SR WL\n"
               "tile Way2 x200\n road E W\n field NL NR EL WR\n field ER SL SR WL\n");
    for (int x = 1; x <= 400; x++) {
        aude_move move = {.kind = AUDE_DRAW, .tile = (uint16_t)(x > 200)};
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
        move = (aude_move){.kind = AUDE_PLACE, .seat = 0, .x = (int16_t)x};
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
        move = (aude_move){.kind = AUDE_PASS, .seat = 0};
        assert_int_equal(aude_apply(&rules, &state, move, NULL), AUDE_OK);
    }
    int road = aude_feature_at(&rules, &state, 0, AUDE_ROAD, AUDE_E);
    aude_feature f;
    aude_feature_get(&rules, &state, road, &f);
    assert_int_equal(f.n_tiles, 401);
    assert_int_equal(f.n_open, 2);
    assert_int_equal(aude_tile_at(&rules, &state, 400, 0), 400);
    assert_int_equal(aude_open_spaces(&rules, &state, NULL, 0), 2 * 401 + 2);
}

/* A playout is the same game as random moves one by one, from any decision on. */
static void test_playout(void **unused)
{
    (void)unused;
    for (int game = 0; game < 300; game++) {
        game_start(1 + game % 6, NULL);
        aude_random random, same;
        aude_move move;
        aude_random_seed(&random, (uint64_t)game);
        for (int i = 0; i < game; i++)
            if (aude_random_move(&rules, &state, &random, &move)) aude_play(&rules, &state, move, NULL);
        before = state;
        same = random;
        int moves = 0;
        for (; aude_random_move(&rules, &state, &random, &move); moves++) aude_play(&rules, &state, move, NULL);
        assert_int_equal(aude_playout(&rules, &before, &same), moves);
        assert_int_equal(aude_full_digest(&rules, &before), aude_full_digest(&rules, &state));
        assert_int_equal(aude_random_next(&same), aude_random_next(&random));
    }
}

/* Random placements are uniform over the list of legal ones. */
static void test_random_placements(void **unused)
{
    (void)unused;
    enum { MOST = 512, EACH = 60 };
    static aude_move legal[MOST];
    static uint32_t hits[MOST];
    int looked = 0;
    for (int game = 0; game < 12; game++) {
        aude_random random;
        aude_move move;
        game_start(2, NULL);
        aude_random_seed(&random, (uint64_t)game);
        for (int moves = 0; moves < 15 + 15 * game || aude_state_step(&rules, &state) != AUDE_STEP_PLACE; moves++) {
            if (!aude_random_move(&rules, &state, &random, &move)) break;
            aude_play(&rules, &state, move, NULL);
        }
        if (aude_state_step(&rules, &state) != AUDE_STEP_PLACE) continue;
        int n = aude_legal(&rules, &state, aude_state_turn(&state), legal, MOST);
        assert_in_range(n, 1, MOST);
        memset(hits, 0, sizeof hits);
        for (int i = 0; i < EACH * n; i++) {
            assert_true(aude_random_move(&rules, &state, &random, &move));
            int k = 0;
            while (k < n && memcmp(&legal[k], &move, sizeof move) != 0) k++;
            assert_in_range(k, 0, n - 1);
            hits[k]++;
        }
        assert_uniform(hits, n);
        looked++;
    }
    assert_in_range(looked, 10, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused_setups),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_touching_rotations),
        cmocka_unit_test(test_spaces),
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_refused_moves),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_default_settle),
        cmocka_unit_test(test_projected),
        cmocka_unit_test(test_long_board),
        cmocka_unit_test(test_playout),
        cmocka_unit_test(test_random_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
