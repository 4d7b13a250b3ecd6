/* The network layer where no socket is needed: the syntax of request heads, rates, allowed names, timers, file names.
 * Expected values come from RFC 9110, 6454 and 6455 and from the headers of src/net. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/files.h"
#include "net/guard.h"
#include "net/syntax.h"
#include "net/timer.h"
#include "net/ws.h"

static void unescape_decodes_or_stops(void **state)
{
    (void)state;
    static const struct {
        const char *text, *out;
        bool good;
    } all[] = {
        {"", "", true},
        {"plain", "plain", true},
        {"a%20b", "a b", true},
        {"%2F%2f%41", "//A", true},
        {"%ff", "\xff", true},
        {"a%", "a", false},
        {"a%4", "a", false},
        {"a%4g", "a", false},
        {"a%00b", "a", false},
        {"%", "", false},
        {"%%41", "", false},
        {"a+b", "a+b", true},
        {"%25%34%31", "%41", true},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[32];
        size_t size;
        strcpy(text, all[i].text);
        assert_int_equal(syntax_unescape(text, &size), all[i].good);
        assert_string_equal(text, all[i].out);
        assert_int_equal(size, strlen(all[i].out));
    }
}

static void tokens_and_values(void **state)
{
    (void)state;
    assert_true(syntax_is_token("X-Custom_1!", 11));
    assert_false(syntax_is_token("", 0));
    assert_false(syntax_is_token("a b", 3));
    assert_false(syntax_is_token("a:", 2));
    assert_false(syntax_is_token("a\0b", 3));
    assert_false(syntax_is_token("\xc3\xa4", 2));
    assert_true(syntax_is_value("a\tb \xc3\xa4", 6));
    assert_false(syntax_is_value("a\nb", 3));
    assert_false(syntax_is_value("a\0b", 3));
    assert_false(syntax_is_value("\x7f", 1));
    assert_true(syntax_is_number("007"));
    assert_false(syntax_is_number(""));
    assert_false(syntax_is_number("+1"));
    assert_false(syntax_is_number("1 "));
    assert_true(syntax_has_token("keep-alive , UPGRADE", "upgrade"));
    assert_false(syntax_has_token("upgraded, up", "upgrade"));
    assert_false(syntax_has_token("", "upgrade"));
}

static void codings(void **state)
{
    (void)state;
    assert_false(syntax_accepts(NULL, "br"));
    assert_true(syntax_accepts("gzip, BR ;q=0.1", "br"));
    assert_false(syntax_accepts("br;q=0", "br"));
    assert_false(syntax_accepts("br; q=0.000, *", "br"));
    assert_true(syntax_accepts("br;q=0.001", "br"));
    assert_true(syntax_accepts("*", "br"));
    assert_false(syntax_accepts("*;q=0", "br"));
    assert_true(syntax_accepts("*;q=0, br", "br"));
    assert_false(syntax_accepts("brotli", "br"));
}

static void entity_tags(void **state)
{
    (void)state;
    assert_false(syntax_has_etag(NULL, "\"a\""));
    assert_true(syntax_has_etag("\"b\" , W/\"a\"", "\"a\""));
    assert_true(syntax_has_etag("*", "\"a\""));
    assert_false(syntax_has_etag("\"aa\"", "\"a\""));
    assert_false(syntax_has_etag("a", "\"a\""));
    assert_false(syntax_has_etag("W/", "\"a\""));
}

static bool host(const char *text, const char *name, int port, bool address)
{
    syntax_host h;
    if (!syntax_host_read(text, strlen(text), &h)) return false;
    assert_string_equal(h.name, name);
    assert_int_equal(h.port, port);
    assert_int_equal(h.address, address);
    return true;
}

static void hosts(void **state)
{
    (void)state;
    assert_true(host("Play.Example", "play.example", -1, false));
    assert_true(host("play.example.:80", "play.example", 80, false));
    assert_true(host("[::1]:8080", "::1", 8080, true));
    assert_true(host("[FD00::1]", "fd00::1", -1, true));
    assert_true(host("10.0.0.1:65535", "10.0.0.1", 65535, true));
    static const char *const bad[] = {
        "",       ":80",     "a:",        "a:0", "a:65536", "a:8x", "a:000080",         "a b",  "a/b", "a@b", "[::1",
        "[::1]x", "[::1]80", "[1.2.3.4]", "[a]", "[]",      "::1",  "\xc3\xa4.example", "a:1:2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(host(bad[i], "", 0, false));
    char name[300];
    memset(name, 'a', sizeof name);
    name[253] = 0;
    assert_true(host(name, name, -1, false));
    name[253] = 'a';
    name[254] = 0;
    assert_false(host(name, name, -1, false));
}

static void loopback(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool is;
    } all[] = {{"localhost", true}, {"a.localhost", true},   {"127.0.0.1", true},          {"127.200.3.4", true},
               {"[::1]", true},     {"notlocalhost", false}, {".localhost.evil", false},   {"128.0.0.1", false},
               {"[::2]", false},    {"127.0.0.1.x", false},  {"[::ffff:127.0.0.1]", true}, {"[::ffff:1.2.3.4]", false}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        syntax_host h;
        assert_true(syntax_host_read(all[i].name, strlen(all[i].name), &h));
        assert_int_equal(syntax_host_is_loopback(&h), all[i].is);
    }
}

static void networks(void **state)
{
    (void)state;
    static const struct {
        const char *net, *address;
        bool holds;
    } all[] = {
        {"10.0.0.0/8", "10.255.1.2", true},
        {"10.0.0.0/8", "11.0.0.0", false},
        {"192.168.4.0/22", "192.168.7.9", true},
        {"192.168.4.0/22", "192.168.8.0", false},
        {"127.0.0.1", "127.0.0.1", true},
        {"127.0.0.1", "127.0.0.2", false},
        {"0.0.0.0/0", "8.8.8.8", true},
        {"0.0.0.0/0", "2001:db8::1", false},
        {"fd00::/8", "fdff::1", true},
        {"fd00::/8", "fe00::1", false},
        {"::/0", "8.8.8.8", true},
    };
    syntax_address net, address;
    int bits;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_true(syntax_net_read(all[i].net, &net, &bits));
        assert_true(syntax_address_read(all[i].address, strlen(all[i].address), &address));
        assert_int_equal(syntax_net_holds(&net, bits, &address), all[i].holds);
    }
    static const char *const bad[] = {"",          "/8",          "10.0.0.0/33", "::/129",
                                      "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x", "name"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(syntax_net_read(bad[i], &net, &bits));
}

static void last_of_a_list(void **state)
{
    (void)state;
    const char *list = " a ,b,, c\t, ", *element;
    size_t left = strlen(list), size;
    static const char *const expected[] = {"c", "b", "a"};
    for (int i = 0; i < 3; i++) {
        assert_true(syntax_list_last(list, &left, &element, &size));
        assert_int_equal(size, 1);
        assert_memory_equal(element, expected[i], 1);
    }
    assert_false(syntax_list_last(list, &left, &element, &size));
}

static void buckets(void **state)
{
    (void)state;
    guard_bucket b = {0};
    int64_t now = 1000000;
    for (int i = 0; i < 5; i++) assert_true(guard_bucket_take(&b, now, 2, 5)); /* the burst */
    assert_false(guard_bucket_take(&b, now, 2, 5));
    assert_false(guard_bucket_take(&b, now + 499, 2, 5)); /* two a second: one after half a second */
    assert_true(guard_bucket_take(&b, now + 500, 2, 5));
    assert_false(guard_bucket_take(&b, now + 500, 2, 5));
    now += 1000000; /* never more than the burst */
    for (int i = 0; i < 5; i++) assert_true(guard_bucket_take(&b, now, 2, 5));
    assert_false(guard_bucket_take(&b, now, 2, 5));
}

static void addresses_are_forgotten(void **state)
{
    (void)state;
    net_config config = {0};
    char error[100];
    guard *g = guard_open(&config, error, sizeof error);
    syntax_address a = {.byte = {[10] = 255, [11] = 255, [12] = 10}};
    guard_address *entry = guard_find(g, &a);
    assert_ptr_equal(guard_find(g, &a), entry);
    entry->connections = 1;
    guard_sweep(g, 5000, 1);
    assert_ptr_equal(guard_find(g, &a), entry); /* connections hold it */
    entry->connections = 0;
    assert_true(guard_bucket_take(&entry->requests, 5000, 1, 10));
    guard_sweep(g, 5999, 1);
    assert_ptr_equal(guard_find(g, &a), entry); /* a debt holds it */
    guard_sweep(g, 6000, 1);
    int made = 0;
    for (uint32_t i = 0; i < 100000; i++) { /* a crowd has a limit */
        memcpy(a.byte + 12, &i, 4);
        if (!(entry = guard_find(g, &a))) break;
        entry->connections = 1;
        made++;
    }
    assert_in_range(made, 1000, 99999);
    guard_close(g);
}

static int fired[16], n_fired;

static void fire(void *context)
{
    fired[n_fired++] = *(const int *)context;
}

static void timers_fire_in_order(void **state)
{
    (void)state;
    timer_heap heap = {0};
    static const int number[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const int when[10] = {50, 10, 40, 10, 30, 20, 60, 10, 20, 70};
    net_timer *timer[10];
    int copy[10];
    assert_int_equal(timer_wait(&heap, 0, -1), -1);
    for (int i = 0; i < 10; i++) {
        copy[i] = number[i];
        timer[i] = timer_add(&heap, when[i], fire, &copy[i]);
    }
    assert_int_equal(timer_wait(&heap, 4, -1), 6);
    assert_int_equal(timer_wait(&heap, 4, 5), 5);
    assert_int_equal(timer_wait(&heap, 99, 5), 0);
    timer_remove(&heap, timer[3]);
    timer_remove(&heap, timer[9]); /* the last of the heap, or not */
    timer_remove(&heap, timer[4]);
    n_fired = 0;
    timer_fire(&heap, 9);
    assert_int_equal(n_fired, 0);
    timer_fire(&heap, 45);
    static const int expected[] = {1, 7, 5, 8, 2, 0, 6};
    assert_int_equal(n_fired, 5);
    timer_fire(&heap, 1000);
    assert_int_equal(n_fired, 7);
    assert_memory_equal(fired, expected, sizeof expected);
    timer_add(&heap, 5, fire, &copy[0]);
    timer_free(&heap); /* with one pending */
}

static void hashed_names(void **state)
{
    (void)state;
    assert_true(files_is_hashed("/tile-0123abcd.svg"));
    assert_true(files_is_hashed("/a/b-c-deadbeef01.js"));
    assert_true(files_is_hashed("/assets/anything"));
    assert_false(files_is_hashed("/tile-placement.svg"));
    assert_false(files_is_hashed("/tile-deadbeef.svg")); /* might be a word */
    assert_false(files_is_hashed("/tile-1234567.svg"));
    assert_false(files_is_hashed("/tile-0123abcd"));
    assert_false(files_is_hashed("/tile-0123abcdx.svg"));
    assert_false(files_is_hashed("/dir-0123abcd.d/index.html"));
    assert_false(files_is_hashed("/my/assets/x.js"));
}

static void handshake_key(void **state)
{
    (void)state;
    char accept[WS_ACCEPT_SIZE];
    assert_true(ws_accept_key("dGhlIHNhbXBsZSBub25jZQ==", accept)); /* RFC 6455, 1.3 */
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(ws_accept_key("dGhlIHNhbXBsZSBub25jZQ=", accept));
    assert_false(ws_accept_key("dGhlIHNhbXBsZSBub25jZXYx", accept)); /* 18 bytes */
    assert_false(ws_accept_key("dGhlIHNhbXBsZSBub25jZ===", accept));
    assert_false(ws_accept_key("", accept));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unescape_decodes_or_stops),
        cmocka_unit_test(tokens_and_values),
        cmocka_unit_test(codings),
        cmocka_unit_test(entity_tags),
        cmocka_unit_test(hosts),
        cmocka_unit_test(loopback),
        cmocka_unit_test(networks),
        cmocka_unit_test(last_of_a_list),
        cmocka_unit_test(buckets),
        cmocka_unit_test(addresses_are_forgotten),
        cmocka_unit_test(timers_fire_in_order),
        cmocka_unit_test(hashed_names),
        cmocka_unit_test(handshake_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
