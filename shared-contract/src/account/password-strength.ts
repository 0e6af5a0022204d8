import {
  isDecoratedWord,
  plainPassword,
  undecorated,
  withoutLookalikes,
} from './guessable-password.ts';
import { PASSWORD_MIN, passwordLength } from './password.ts';

export type Strength = 'too_short' | 'weak' | 'fair' | 'strong';

const FAIR_BITS = 60;
const STRONG_BITS = 70;
/** Digits and signs at the ends are the first that somebody tries; each counts one bit. */
const DECORATION_MAX_BITS = 4;
/** Kinds of characters, and roughly how many of each kind exist. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
  [/\p{Lo}/u, 2000],
];

/**
 * Estimates how hard a password is to guess, by what remains without capitals, decorations and lookalikes
 * (`P@ssw0rd123!` counts as `password`): its length, its kinds of characters and how many different ones it has. It
 * never calls a password good that the server refuses as common: few of those look strong, and these are listed.
 */
export function strengthOf(password: string): Strength {
  if (passwordLength(password) < PASSWORD_MIN) return 'too_short';
  const { core, decoration } = undecorated(plainPassword(password));
  const bits =
    Math.min(...[core, ...withoutLookalikes(core)].map(bitsOf)) +
    Math.min(decoration, DECORATION_MAX_BITS);
  if (bits < FAIR_BITS || isDecoratedWord(password, looksStrong)) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Repeated characters add little. */
function bitsOf(text: string): number {
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0);
  const different = new Set(text).size;
  return Math.log2(Math.max(2, alphabet)) * (different + ([...text].length - different) / 4);
}

/**
 * The common passwords that look strong, as hashes, because many are not nice to read. A test finds
 * those that are missing: server/accounts/src/password/password-strength.test.ts.
 */
const HASHES = new Set(
  `
102yy5 103wk74 10maazw 10mmfzf 10zudyz 11blilc 11lpfps 11x24l5 126zocz 12clpis 12lj9hh
12n60jz 12nxxwh 131ev9k 13b9isl 13hyt3f 13sidem 14222o3 1457wh4 148vss6 14pzyni 14v1wq5
14yfdvh 15wtm92 166ebl1 167gvdq 16krsim 173fplv 176vy43 1771diu 17spcxk 182ogfl 187lmbi
18hl80h 18lkmyl 18nd7rn 18r2hbs 195lqhd 19d3lsl 19i48iv 19lxuzd 19qrw17 1a3h8gq 1ao4lhe
1ard67r 1b23go5 1b32fv5 1b52rvc 1b7vs2p 1bds4n9 1boumzz 1bq4bsm 1bqxz5w 1c0nrcg 1civxhk
1cw5qu5 1cxoyf5 1d7teo0 1damr8c 1dlb2np 1ejb156 1f1xor4 1ftgfq2 1gq4x23 1h4u199 1hz1lkt
1i3prz5 1i50407 1i8wubb 1igxr4i 1ikoxwz 1ise4j4 1j1d1vs 1jksla3 1k2f152 1ki6lt1 1kqkya7
1l2u1c0 1l4505p 1l7piv1 1ld4uq2 1lijw5u 1luxvxb 1m3oz8h 1m9fd19 1mfhips 1mssf99 1mwr78f
1n2tjl1 1n4ivth 1nwxawd 1o65exp 1ojtcvp 1ovywrx 1owqbp3 1ppgcko 1puelrs 1qnp1ue 1qut1z1
1qwiaja 1r1pmke 1reavfb 1rkadf5 1rwdbt3 1se5wa6 1sfjd3e 1smf5ui 1t0lz68 1t7ss03 1t8jtnx
1tgrgxu 1ti3cms 1tkhu3z 1tw3bo1 1twx8wz 1tzs3km 1uqn42b 1uy2laj 1vdxwmj 1vs4o41 1w4zsgx
1w5e4gx 1wd5hhn 1wgp1e9 1x6d6il 1xxfirg 1ybk4q1 1yr4no2 1yyzfv0 3bmh8h 4vfmov 57snnf
5p1k11 62o9nk 659sut 6ev34w 6l7ejb 6mcj6f 7m2pud 7mws9d 7riyp7 7twu4e 8guyxo 8vbtr2
8vziq1 95fqtn 97ifpi 97sgsz 97tjrw 99xmf8 9cv1rf 9diue8 9phksv 9rbu 9wu95d ai4x5i al06ch
au597y avh16k b00yvc b9k03m bi2sud cj74kv d2fj dp8fmx dv6b05 ejr4o9 gp16t3 gt3p7r gtcqnf
gvq89g h10uhe idbmqz ikhgxe ir6c3 jb3im3 jcu6is jmn9gx l5pbj3 lkblvq lmak43 m5bbuz
mxshps n1m4aa nexxak nfjcd1 oa8jdz oue2el p2kw5y qaz96j qigar1 qpux9t qzpuh7 raiqs3
rb96ms ru0g64 s3jdn8 skksug sp8zaw su0go su7ygm tgx9x3 tkdqyr u3gqpb ujkr7w usu3er
vgdzpw vq9bn5 werc0e wfw90d wi03kg wqayvg wr0da wxbw5f x4knat xmw8g4 y09aeh yh66pa
yhxg2y yte30c yukn87 yxnbh ziqmsj zlavix
`.match(/\w+/g),
);

/** Whether a plain word is a common password that looks strong; wrong for one in millions. */
const looksStrong = (word: string): boolean => HASHES.has(hashOf(word));

/** FNV-1a with 32 bits. */
function hashOf(word: string): string {
  let hash = 0x811c9dc5;
  for (const sign of word) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
