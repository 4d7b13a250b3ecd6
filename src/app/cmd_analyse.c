/* cmd_analyse.c - aude analyse: a recorded game with what would have been better, in words or as JSON. */
#include "advice/analysis.h"
#include "app/command.h"
#include "app/recordfile.h"
#include "app/retell.h"
#include "app/tidings.h"
#include "app/words.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct account {
    long turns, good, bets; /* good: nothing was lost */
    double lost, luck, bets_lost;
} account;

typedef struct report {
    const options *o;
    aude_record record;
    aude_rules rules;
    aude_state state;
    char *text;
    char name[AUDE_MAX_SEATS][SCENE_NAME];
    scene scene;
    account account[AUDE_MAX_SEATS];
    double shown; /* decisions that lost less are not told */
    bool all;
    json_t *decisions;
    /* the last draw, told with its turn */
    double luck;
} report;

static report the_report; /* too big for a stack */

/* ---- In words ---- */

static void lost_words(const report *r, const insight *in)
{
    const scene *s = &r->scene;
    bool chip = in->kind == INSIGHT_BET || in->kind == INSIGHT_FINAL;
    printf("%4u  %s: ", in->decision, s->name[in->seat]);
    tidings_turn(stdout, s, &in->played);
    if (in->forced) printf(". There was no choice.\n");
    if (in->forced) return;
    if (!in->lost) printf(". Good");
    if (in->lost) printf(". Loses %.1f points", in->lost / 1000.0);
    if (in->win_lost) printf(", %.0f %% of the chance to win", in->win_lost / 10.0);
    if (in->kind == INSIGHT_TURN) printf(" (the tile: %+.1f)", r->luck);
    printf(".\n");
    for (int i = 0; i < in->n_best; i++) {
        const aude_valued *v = &in->best[i];
        if (!in->lost && !r->all) break;
        printf("        ");
        tidings_turn(stdout, s, v);
        if (chip)
            printf(": %.1f points in the mean", v->lead / 1000.0);
        else
            printf(": lead %+.1f, wins %.0f %%", v->lead / 1000.0, v->win / 10.0);
        if (in->kind == INSIGHT_BET && v->move.face != AUDE_NO_BET)
            printf(", wins in %.0f %%", in->wins[v->move.face] / 10.0);
        putchar('\n');
    }
    if (chip || !in->lost) return;
    printf("        played: lead %+.1f, wins %.0f %%\n", in->played.lead / 1000.0, in->played.win / 10.0);
}

static void account_words(const report *r)
{
    for (int s = 0; s < r->scene.n_seats; s++) {
        const account *a = &r->account[s];
        if (!a->turns) continue;
        printf("%s: %ld %s, %ld of them good; %.1f points lost, %.2f a turn; luck of the draws %+.1f", r->scene.name[s],
               a->turns, a->turns == 1 ? "turn" : "turns", a->good, a->lost, a->lost / (double)a->turns, a->luck);
        if (a->bets) printf("; %.1f points lost by %ld %s", a->bets_lost, a->bets, a->bets == 1 ? "bet" : "bets");
        printf(".\n");
    }
}

/* ---- As JSON ---- */

static json_t *turn_json(const report *r, const aude_valued *v, const insight *in)
{
    char line[128];
    json_t *turn = json_object(), *lines = json_array();
    aude_move_write(&r->rules, v->move, line, sizeof line);
    json_array_append_new(lines, json_string(line));
    if (v->meeple.kind != AUDE_DRAW) {
        aude_move_write(&r->rules, v->meeple, line, sizeof line);
        json_array_append_new(lines, json_string(line));
    }
    json_object_set_new(turn, "lines", lines);
    if (in->kind == INSIGHT_BET || in->kind == INSIGHT_FINAL) {
        json_object_set_new(turn, "pays", json_real(v->lead / 1000.0));
        if (in->kind == INSIGHT_BET && v->move.face < AUDE_MAX_CHIPS)
            json_object_set_new(turn, "wins", json_real(in->wins[v->move.face] / 1000.0));
        return turn;
    }
    json_object_set_new(turn, "playouts", json_integer(v->playouts));
    json_object_set_new(turn, "lead", json_real(v->lead / 1000.0));
    json_object_set_new(turn, "win", json_real(v->win / 1000.0));
    return turn;
}

static void decision_json(report *r, const insight *in)
{
    static const char *const kind[] = {"draw", "turn", "settle", "bet", "final"};
    json_t *d = json_pack("{s:i, s:s, s:i}", "decision", (int)in->decision, "kind", kind[in->kind], "seat", in->seat);
    if (in->kind == INSIGHT_DRAW || in->kind == INSIGHT_TURN)
        json_object_set_new(d, "tile", json_string(aude_rules_kind(&r->rules, in->tile)->name));
    if (in->kind == INSIGHT_DRAW) json_object_set_new(d, "luck", json_real(in->luck / 1000.0));
    if (in->kind != INSIGHT_DRAW) {
        json_t *best = json_array();
        for (int i = 0; i < in->n_best; i++) json_array_append_new(best, turn_json(r, &in->best[i], in));
        json_object_set_new(d, "forced", json_boolean(in->forced));
        json_object_set_new(d, "played", turn_json(r, &in->played, in));
        json_object_set_new(d, "best", best);
        json_object_set_new(d, "lost", json_real(in->lost / 1000.0));
        if (in->kind == INSIGHT_TURN || in->kind == INSIGHT_SETTLE)
            json_object_set_new(d, "win_lost", json_real(in->win_lost / 1000.0));
    }
    json_array_append_new(r->decisions, d);
}

static void report_json(report *r)
{
    json_t *seats = json_array();
    for (int s = 0; s < r->scene.n_seats; s++) {
        const account *a = &r->account[s];
        json_array_append_new(seats, json_pack("{s:s, s:i, s:i, s:f, s:f, s:i, s:f}", "name", r->record.name[s],
                                               "turns", (int)a->turns, "good", (int)a->good, "lost", a->lost, "luck",
                                               a->luck, "bets", (int)a->bets, "bets_lost", a->bets_lost));
    }
    json_t *all = json_pack("{s:i, s:o, s:o}", "aude-analysis", 1, "seats", seats, "decisions", r->decisions);
    json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(all);
}

/* ---- The command ---- */

static void account_add(report *r, const insight *in)
{
    account *a = &r->account[in->seat];
    if (in->kind == INSIGHT_DRAW) {
        r->luck = in->luck / 1000.0;
        a->luck += r->luck;
    } else if (in->kind == INSIGHT_BET || in->kind == INSIGHT_FINAL) {
        a->bets += in->kind == INSIGHT_BET;
        a->bets_lost += in->lost / 1000.0;
    } else {
        a->turns += in->kind == INSIGHT_TURN;
        a->good += in->kind == INSIGHT_TURN && !in->lost;
        a->lost += in->lost / 1000.0;
    }
}

static int seats_read(const report *r, uint32_t *seats)
{
    *seats = 0;
    for (int i = 0; options_nth(r->o, "seat", i); i++) {
        const char *word = options_nth(r->o, "seat", i);
        if (*word < '0' || *word >= '0' + r->scene.n_seats || word[1])
            return command_error(r->o, "--seat: there is no seat \"%.20s\" in this game", word);
        *seats |= 1u << (*word - '0');
    }
    if (!*seats) *seats = (1u << AUDE_MAX_SEATS) - 1;
    return COMMAND_OK;
}

/* ---- Time --------------------------------------------------------------------------------------------------------- */

typedef struct stopwatch {
    double seconds, deadline;
} stopwatch;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void search_begins(void *context, int share)
{
    stopwatch *watch = context;
    watch->deadline = now() + watch->seconds / share;
}

static int time_is_up(void *context)
{
    return now() >= ((const stopwatch *)context)->deadline;
}

/* ---- The report --------------------------------------------------------------------------------------------------- */

static void report_tell(report *r, const insight *in)
{
    r->scene.viewer = in->seat;
    account_add(r, in);
    if (r->decisions)
        decision_json(r, in);
    else if (in->kind != INSIGHT_DRAW && (r->all || (!in->forced && in->lost / 1000.0 >= r->shown)))
        lost_words(r, in);
}

static int report_make(report *r, uint32_t seats, const effort *e, uint64_t seed)
{
    insight in;
    void *room = aligned_alloc(16, analysis_bytes());
    aude_move *move = calloc((size_t)r->record.n_lines + 1, sizeof *move);
    int n = 0;
    bool ready = room && move && recordfile_moves(&r->record, &r->rules, move, &n);
    if (ready) {
        recordfile_start(&r->record, &r->rules, &r->state);
        analysis *a = analysis_begin(room, &r->rules, &r->state, move, n, seed);
        r->scene.state = analysis_view(a);
        if (options_has(r->o, "json")) r->decisions = json_array();
        while (analysis_next(a, seats, e, &in)) report_tell(r, &in);
        if (r->decisions)
            report_json(r);
        else
            account_words(r);
    }
    free(move);
    free(room);
    return ready ? COMMAND_OK : command_error(r->o, "out of memory");
}

static int analyse_run(const options *o)
{
    report *r = &the_report;
    long playouts = 0;
    uint64_t seed = 1;
    double seconds = 0;
    char *end;
    const char *time = options_value(o, "time"), *shown = options_value(o, "shown");
    r->o = o;
    r->all = options_has(o, "all");
    r->shown = strtod(shown, &end);
    if (end == shown || *end || !(r->shown >= 0 && r->shown <= 1000))
        return command_error(o, "--shown wants points, such as 0.5");
    if (time) {
        seconds = strtod(time, &end);
        if (end == time || *end || !(seconds > 0 && seconds <= 3600))
            return command_error(o, "--time wants seconds, such as 0.2");
    }
    if (!options_number(o, "playouts", 1, 1000000, &playouts) || !options_u64(o, "seed", &seed)) return COMMAND_USAGE;
    uint32_t seats = 0;
    int code = recordfile_open(&r->record, &r->rules, &r->state, o->operand[0], &r->text);
    r->scene = (scene){.rules = &r->rules, .setup = &r->record.setup, .n_seats = r->record.setup.n_seats};
    for (int i = 0; !code && i < r->scene.n_seats; i++) {
        retell_name(&r->record, i, r->name[i]);
        r->scene.name[i] = r->name[i];
    }
    if (!code) code = seats_read(r, &seats);
    stopwatch watch = {.seconds = seconds};
    effort each = {.playouts = (uint32_t)playouts};
    if (time) each.stop = time_is_up, each.begin = search_begins, each.context = &watch;
    if (!code) code = report_make(r, seats, &each, seed);
    recordfile_free(&r->record);
    free(r->text);
    return code;
}

static const option analyse_options[] = {
    {"seat", "N", NULL, "only the decisions of this seat", true},
    {"playouts", "N", "600", "simulated games for each turn", false},
    {"time", "S", NULL, "seconds for each turn, instead of a number of simulated games", false},
    {"shown", "POINTS", "0.5", "decisions that lost less are not told", false},
    {"all", NULL, NULL, "tell every decision", false},
    {"seed", "N", "1", "seed of the simulated games", false},
    {"json", NULL, NULL, "one JSON object: every decision, every draw", false},
    {0}};

static const char *const analyse_examples[] = {"aude analyse game.aude", "the mistakes of a game",
                                               "aude analyse game.aude --seat 0 --all --time 1",
                                               "every decision of one player, with care", NULL};

const command command_analyse = {
    .name = "analyse",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "find the mistakes and the luck in a recorded game",
    .about =
        "Plays a game log or public record through and compares each turn with the best that the engine finds: points "
        "lost, "
        "and how much of the chance to win. Each decision is judged by what its player knew then, even if the record "
        "shows "
        "more. Lead is how many points more than the mean of the others a player is expected to have at the end.\n\n"
        "Bets are judged by what each chip was likely to pay when the bets were open; that a chip may be needed later "
        "is "
        "not counted. The luck of a draw is what the tile's best placing seems worth more than the mean over all tiles "
        "that could have come.",
    .option = analyse_options,
    .example = analyse_examples,
    .run = analyse_run,
};
