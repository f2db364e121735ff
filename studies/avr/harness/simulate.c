/* One microcontroller in simavr, driven through standard input. Each command gets one answer, in a line that begins
 * with `=` (simavr prints lines of its own).
 *
 *     simulate MCU ELF MAIN          MCU by simavr's name; MAIN is where the start-up code goes once RAM is set up
 *
 *     write ADDRESS HEX              puts bytes into RAM                              -> ok
 *     read ADDRESS LENGTH            reads bytes from RAM                             -> HEX
 *     may_write ADDRESS LENGTH ...   where the next calls may write besides the stack -> ok
 *     call FUNCTION ARGUMENT ...     16-bit arguments, avr-gcc's convention           -> CYCLES STACK RESULT
 *     step ADDRESS CODE STATE        runs one instruction of CODE, put at ADDRESS     -> ADDRESS STATE
 *
 * STATE is r0 to r31, SREG, the stack pointer, low byte first, and RAMPZ.
 *
 * CYCLES run from the function's first instruction to the end of its `ret`; STACK is the deepest stack in bytes,
 * including the return address: the free RAM is painted before the call and read after it. A call fails the run if it
 * changes a register that belongs to its caller, does not restore the stack pointer, or writes where it may not.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_elf.h>

enum { RAMPZ = 0x5b, SPL = 0x5d, SPH = 0x5e, RAM = 0x100 };
enum { LONGEST_CALL = 2000000000, DEEPEST_STACK = 700, AREAS = 8, LINE = 1 << 20 };

static avr_t *avr;
static uint32_t stop; /* a function has returned when the program counter is here */
static struct { unsigned at, length; } areas[AREAS];
static int area_count;
static uint8_t before[1 << 16];

static void fail(const char *why, unsigned where)
{
    printf("= error %s 0x%04x\n", why, where);
    fflush(stdout);
    exit(1);
}

static unsigned stack_pointer(void) { return avr->data[SPL] | avr->data[SPH] << 8; }

static void set_stack_pointer(unsigned at)
{
    avr->data[SPL] = at & 0xff;
    avr->data[SPH] = at >> 8;
}

static void run_to(uint32_t end)
{
    avr_cycle_count_t limit = avr->cycle + LONGEST_CALL;
    while (avr->pc != end) {
        avr->pc = avr_run_one(avr);
        if (avr->cycle > limit || avr->state == cpu_Crashed)
            fail("does not return; program counter", avr->pc);
    }
}

static int belongs_to_caller(int r) { return (r >= 2 && r <= 17) || r == 28 || r == 29; }

static int may_write(unsigned at)
{
    for (int i = 0; i < area_count; i++)
        if (at - areas[i].at < areas[i].length)
            return 1;
    return 0;
}

/* The paint for a byte of RAM. Two different seeds reveal bytes that were overwritten with the paint's own value. */
static uint8_t paint(unsigned at, unsigned seed) { return (uint8_t)((at * 167 + seed * 89) ^ (at >> 5)); }

static void call(char *arguments)
{
    static unsigned seed;
    seed++;
    uint32_t function = strtoul(arguments, &arguments, 0);
    /* Registers get values that the function can't rely on; register 1 is zero by convention. */
    for (int r = 0; r < 32; r++)
        avr->data[r] = r == 1 ? 0 : (uint8_t)(seed * 31 + r * 7);
    for (int r = 24; r >= 8; r -= 2) {
        char *end;
        unsigned long value = strtoul(arguments, &end, 0);
        if (end == arguments)
            break;
        arguments = end;
        avr->data[r] = value & 0xff;
        avr->data[r + 1] = value >> 8 & 0xff;
    }
    int deepest = avr->ramend - DEEPEST_STACK;
    for (int at = deepest; at <= avr->ramend - 2; at++)
        avr->data[at] = paint(at, seed);
    set_stack_pointer(avr->ramend - 2);
    avr->data[avr->ramend - 1] = stop >> 1 >> 8;
    avr->data[avr->ramend] = stop >> 1 & 0xff;
    memcpy(before, avr->data, avr->ramend + 1u);

    avr_cycle_count_t start = avr->cycle;
    avr->pc = function;
    run_to(stop);
    uint64_t cycles = avr->cycle - start;

    if (stack_pointer() != avr->ramend)
        fail("the stack pointer is", stack_pointer());
    for (int r = 0; r < 32; r++)
        if (belongs_to_caller(r) && avr->data[r] != before[r])
            fail("does not preserve register", r);
    if (avr->data[1] != 0)
        fail("register 1 is not zero but", avr->data[1]);
    int lowest = RAM;
    while (lowest < avr->ramend - 1 && (avr->data[lowest] == before[lowest] || may_write(lowest)))
        lowest++;
    if (lowest < deepest)
        fail("writes to", lowest);
    printf("= %" PRIu64 " %u %u\n", cycles, avr->ramend - lowest + 1, avr->data[24] | avr->data[25] << 8);
}

static int nibble(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static char *put_bytes(uint8_t *to, char *hex)
{
    for (hex += *hex == ' '; hex[0] > ' ' && hex[1] > ' '; hex += 2)
        *to++ = nibble(hex[0]) << 4 | nibble(hex[1]);
    return hex;
}

static void step(char *arguments)
{
    uint8_t state[64];
    uint32_t at = strtoul(arguments, &arguments, 0);
    arguments = put_bytes(avr->flash + at, arguments);
    put_bytes(state, arguments);
    memcpy(avr->data, state, 32);
    for (int flag = 0; flag < 8; flag++)
        avr->sreg[flag] = state[32] >> flag & 1;
    set_stack_pointer(state[33] | state[34] << 8);
    avr->data[RAMPZ] = state[35];
    avr->pc = at;
    avr->pc = avr_run_one(avr);
    memcpy(state, avr->data, 32);
    state[32] = 0;
    for (int flag = 0; flag < 8; flag++)
        state[32] |= avr->sreg[flag] << flag;
    state[33] = avr->data[SPL];
    state[34] = avr->data[SPH];
    state[35] = avr->data[RAMPZ];
    printf("= %u ", avr->pc);
    for (int i = 0; i < 36; i++)
        printf("%02x", state[i]);
    puts("");
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: simulate MCU ELF MAIN\n"), 2;
    elf_firmware_t firmware = {0};
    if (elf_read_firmware(argv[2], &firmware) != 0)
        return fprintf(stderr, "simulate: can't read %s\n", argv[2]), 2;
    strncpy(firmware.mmcu, argv[1], sizeof firmware.mmcu - 1);
    firmware.frequency = 16000000;
    avr = avr_make_mcu_by_name(firmware.mmcu);
    if (!avr)
        return fprintf(stderr, "simulate: simavr does not know %s\n", argv[1]), 2;
    avr_init(avr);
    avr->log = LOG_ERROR;
    avr_load_firmware(avr, &firmware);
    stop = strtoul(argv[3], NULL, 0);
    run_to(stop);

    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line + strcspn(line, " \n");
        if (*rest)
            *rest++ = 0;
        if (!strcmp(line, "write")) {
            unsigned at = strtoul(rest, &rest, 0);
            put_bytes(avr->data + at, rest);
            puts("= ok");
        } else if (!strcmp(line, "read")) {
            unsigned at = strtoul(rest, &rest, 0), length = strtoul(rest, &rest, 0);
            fputs("= ", stdout);
            for (; length; length--)
                printf("%02x", avr->data[at++]);
            puts("");
        } else if (!strcmp(line, "may_write")) {
            for (area_count = 0; area_count < AREAS; area_count++) {
                char *end;
                areas[area_count].at = strtoul(rest, &end, 0);
                if (end == rest)
                    break;
                areas[area_count].length = strtoul(end, &rest, 0);
            }
            puts("= ok");
        } else if (!strcmp(line, "call")) {
            call(rest);
        } else if (!strcmp(line, "step")) {
            step(rest);
        } else {
            fail("unknown command", 0);
        }
        fflush(stdout);
    }
    return 0;
}
