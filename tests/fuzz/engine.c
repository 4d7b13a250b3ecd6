/* The engine protocol: lines of any kind; those that are refused change nothing, and of what is asked for a view and a possible
 * game can always be made. */
#include <stdlib.h>
#include <string.h>

#include "app/talk.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static talk t;
    static aude_state view, filled;
    aude_move move;
    aude_random random = {1};
    talk_open(&t);
    while (size) {
        const uint8_t *stop = memchr(data, '\n', size);
        size_t n = stop ? (size_t)(stop - data) : size;
        talk_call call;
        talk_go go;
        aude_errinfo error;
        bool ready = t.ready;
        uint64_t digest = ready ? aude_full_digest(&t.rules, &t.state) : 0;
        aude_err err = talk_hear(&t, (const char *)data, n, &call, &go, &error);
        if (err != error.code || (err && (!*error.message || call != TALK_NOTHING))) abort();
        if (err && (t.ready != ready || (ready && aude_full_digest(&t.rules, &t.state) != digest))) abort();
        if (call == TALK_GO) {
            aude_view(&t.rules, &t.state, go.seat, AUDE_RECALL, &view);
            aude_resample(&t.rules, &view, &random, &filled);
            if (!aude_legal(&t.rules, &view, go.seat, &move, 1)) abort();
            if (aude_apply(&t.rules, &filled, move, NULL)) abort();
        }
        data += n + (stop != NULL);
        size -= n + (stop != NULL);
    }
    return 0;
}
