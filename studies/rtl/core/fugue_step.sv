// The steps of Fugue-256, from the S-boxes' outputs to the registers' next values. AES shares them.
//
// Registers `x` hold columns 0 to 3 as they are before SMIX, so SMIX comes first in a cycle: v = Super-Mix(u) with u =
// SubBytes(x), and the state of the specification is v[0..3], s[4..29]. Everything else happens while words move:
//
//   SUBROUND  ROR3, CMIX, SMIX: word j+3 <- j; x[0..2] <- s[27..29] + v[1..3], x[3] <- v[0]; v[1..3] also to s[12..14]
//   TIX       the same after TIX: s[24] comes to v[1], the message word I to x[3] and to s[8], v[0] to s[10]
//   EXCHANGE  S4 += S0, S15 += S0, ROR15, SMIX. The two halves of the state swap names instead of places:
//             only columns 0 to 3 move, to 15 to 18 and back, and the other registers keep their values
//   BACK      S4 += S0, S16 += S0, ROR14, SMIX. The names swap again, and 14 = 15 - 1: all words go back by one place
//   AES_LOAD  x <- the words to add
//   AES_ROUND x <- MixColumns(u) + the words to add
//
// So a word has two sources, which takes one look-up table per bit. G takes 10 + 26 steps and ends with an EXCHANGE.
// `insert` (keys and blocks of AES) goes into words 27, 28, 29 and 18, and from there is added to x in the next step.
// `enter` goes into words 24, 25, 26 and 15, and from there reaches those words in the next step.
//
// The expressions are written to map to four-input look-up tables, each with a choice and its data; they are not the
// shortest.
module fugue_step
  import counterpoint_pkg::*;
  import fugue_pkg::*;
(
    input select_t sel,
    input aes_state_t u,
    input column_t [29:4] s,
    input column_t message,
    input aes_state_t insert,
    input aes_state_t enter,

    output aes_state_t x_next,
    output column_t [29:4] s_next
);
  aes_state_t v;
  column_t word, tix_v0, tix_v1, first;
  column_t [2:0] other;

  super_mix u_super_mix (.u, .mix_columns(sel.mix_columns), .v);

  assign word = message & {32{sel.tix}};
  assign tix_v0 = v[0] & {32{sel.tix}};
  assign tix_v1 = v[1] ^ (s[24] & {32{sel.tix}});

  always_comb begin
    // Most words: from three places before, or from the next place.
    for (int j = 5; j < 7; j++) s_next[j] = sel.shift ? v[j-3] : s[j+1];
    for (int j = 7; j < 29; j++) s_next[j] = sel.shift ? s[j-3] : s[j+1];
    s_next[29] = sel.shift ? s[26] : s[15];

    // The others.
    s_next[11] = sel.shift ? s[8] ^ word : s[12];
    s_next[13] = sel.shift ? s[10] ^ tix_v0 : s[14];
    s_next[14] = sel.shift ? s[11] : v[0];

    s_next[4] = sel.shift ? tix_v1 : sel.exchange ? s[4] ^ v[0] : s[5];
    s_next[15] = ((sel.exchange ? v[0] : tix_v1) & ~{32{sel.enter}}) ^ (s[12] & {32{sel.shift}}) ^ enter[3];
    s_next[16] = (sel.exchange ? v[1] : v[2]) ^ (s[13] & {32{sel.shift}});
    s_next[17] = (sel.exchange ? v[2] : v[3]) ^ (s[14] & {32{sel.shift}});
    s_next[18] = (sel.shift ? s[15] : sel.exchange ? v[3] : s[19] ^ v[0]) ^ insert[3];
    s_next[27] ^= insert[0];
    s_next[28] ^= insert[1];
    s_next[29] ^= insert[2];
    s_next[24] ^= enter[0];
    s_next[25] ^= enter[1];
    s_next[26] ^= enter[2];

    // With both `shift` and `exchange` only the words reach x: the start of AES.
    other[0] = sel.exchange ? s[15] : s[16];
    first = sel.shift ? tix_v1 & ~{32{sel.exchange}} : v[0];
    x_next[0] = (sel.shift ? s[27] : other[0]) ^ first;
    for (int j = 1; j < 3; j++) begin
      other[j] = sel.exchange ? s[15+j] | {32{sel.shift}} : s[16+j] & ~{32{sel.shift}};
      x_next[j] = sel.shift ? s[27+j] ^ (v[j+1] & ~other[j]) : other[j];
    end
    x_next[3] = (v[0] & {32{sel.column_v}}) ^ (s[18] & {32{sel.column_18}}) ^ (s[4] & {32{sel.column_4}}) ^ word;
  end
endmodule
