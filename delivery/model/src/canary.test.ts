import fc from 'fast-check';
import {
  drawSlice,
  isInCanary,
  offsetOf,
  sliceCookie,
  sliceOf,
  variantOf,
  variantsOf,
} from './canary.ts';
import { SLICES } from './state.ts';
import { version } from './testing/gate-documents.ts';
import { seeded } from './testing/seeded.ts';
import { livePart, stateWith } from './testing/state.ts';

const ALL = Array.from({ length: SLICES }, (_, slice) => slice);
const sliceArbitrary = fc.integer({ min: 0, max: SLICES - 1 });
const shareArbitrary = fc.integer({ min: 1, max: SLICES });
const canaryArbitrary = fc.record({ share: shareArbitrary, offset: sliceArbitrary });
const inCanary = (canary: { share: number; offset: number }) =>
  ALL.filter((slice) => isInCanary(slice, canary));

describe('the slice of a browser', () => {
  test('is drawn evenly', () => {
    const random = seeded(1);
    const counts = ALL.map(() => 0);
    for (let at = 0; at < 100_000; at++) {
      const slice = drawSlice(random);
      counts[slice] = (counts[slice] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(300);
    expect(Math.max(...counts)).toBeLessThan(490);
    expect([drawSlice(() => 0), drawSlice(() => 1 - Number.EPSILON)]).toEqual([0, 255]);
  });

  test('comes back from its cookie, among others', () => {
    for (const slice of ALL) {
      const [pair = ''] = sliceCookie(slice, { secure: true }).split(';');
      expect(sliceOf(pair)).toBe(slice);
      expect(sliceOf(`a=1; ${pair}; xportal_slice=00`)).toBe(slice);
    }
  });

  test.each([
    undefined,
    '',
    'other=0f',
    'portal_slice=',
    'portal_slice=f',
    'portal_slice=0F',
    'portal_slice=100',
    'portal_slice=zz',
    'portal_slices=0f',
  ])('is none in the cookies %p', (cookies) => {
    expect(sliceOf(cookies)).toBeUndefined();
  });

  test('is kept for a year, on the whole host, and given to no script', () => {
    expect(sliceCookie(15, { secure: true })).toBe(
      'portal_slice=0f; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
    );
    expect(sliceCookie(15, { secure: false })).not.toContain('Secure');
  });
});

describe('a canary', () => {
  test('of 10 % has 10 % ± 1 of 20,000 devices, wherever its slices begin', () => {
    for (const offset of [0, 17, 128, 250]) {
      const random = seeded(offset);
      const devices = Array.from({ length: 20_000 }, () => drawSlice(random));
      const some = devices.filter((slice) => isInCanary(slice, { share: 26, offset }));
      expect(some.length / devices.length).toBeGreaterThan(0.09);
      expect(some.length / devices.length).toBeLessThan(0.11);
    }
  });

  test('has exactly its share of the slices', () => {
    fc.assert(fc.property(canaryArbitrary, (canary) => inCanary(canary).length === canary.share));
  });

  test('keeps every slice when it grows', () => {
    fc.assert(
      fc.property(canaryArbitrary, shareArbitrary, (canary, more) => {
        const grown = { ...canary, share: Math.min(SLICES, canary.share + more) };
        return inCanary(canary).every((slice) => isInCanary(slice, grown));
      }),
    );
  });

  test('keeps its offset while it grows, and the next one begins elsewhere', () => {
    expect(offsetOf('account', version('a'))).toBe(offsetOf('account', version('a')));
    const offsets = ALL.map((at) => offsetOf('account', `0.1.${at}`));
    expect(new Set(offsets).size).toBeGreaterThan(140);
    expect(offsetOf('account', version('a'))).not.toBe(offsetOf('mypage', version('a')));
  });

  test('of a tenth meets another one in a hundredth of the slices on average, as if drawn', () => {
    const canary = { share: 26, offset: 0 };
    const met = ALL.map(
      (offset) =>
        inCanary(canary).filter((slice) => isInCanary(slice, { share: 26, offset })).length,
    );
    const average = met.reduce((sum, slices) => sum + slices, 0) / met.length;
    expect(average / SLICES).toBeCloseTo((26 / SLICES) ** 2, 10);
    // Most pairs have no slice in common at all.
    expect(met.filter((slices) => slices === 0).length).toBeGreaterThan(200);
  });
});

describe('a variant', () => {
  const state = stateWith(
    { account: livePart({ share: 26, offset: 0 }), mypage: livePart() },
    livePart({ share: 13, offset: 246 }),
  );

  test('has the canary of each part whose slices include the browser’s, and stable else', () => {
    expect(variantOf(state, 5)).toEqual({
      key: 'account',
      shell: { version: version('a'), cohort: 'stable', killed: false },
      remotes: {
        account: { version: version('c'), cohort: 'canary', killed: false },
        mypage: { version: version('a'), cohort: 'stable', killed: false },
      },
    });
    expect([9, 10, 22, 23, 26, 255].map((slice) => variantOf(state, slice).key)).toEqual([
      'account',
      'account+shell',
      'account+shell',
      'account',
      'stable',
      'stable',
    ]);
  });

  test('of a part that was switched off is stable and says so', () => {
    const killed = { at: '2026-11-22T01:00:00Z', reason: 'throws' };
    const off = stateWith({ account: livePart({ share: 256, offset: 0 }, { killed }) });
    expect(variantOf(off, 0)).toMatchObject({
      key: 'stable',
      remotes: { account: { version: version('a'), cohort: 'stable', killed: true } },
    });
  });

  test('has a key that does not depend on the order of the remotes', () => {
    const canary = livePart({ share: 256, offset: 0 });
    expect(variantOf(stateWith({ signup: canary, account: canary }), 0).key).toBe('account+signup');
  });

  test('of an empty environment has nothing', () => {
    expect(variantOf({ remotes: {}, teams: {} }, 0)).toEqual({ key: 'stable', remotes: {} });
  });

  test('there are few, and together they have every slice once', () => {
    expect(variantsOf(state).map(({ variant }) => variant.key)).toEqual([
      'account',
      'account+shell',
      'stable',
    ]);
    const canaries = fc.array(canaryArbitrary, { maxLength: 4 });
    fc.assert(
      fc.property(canaries, (some) => {
        const remotes = Object.fromEntries(some.map((canary, at) => [`r${at}`, livePart(canary)]));
        const variants = variantsOf(stateWith(remotes));
        expect(variants.length).toBeLessThanOrEqual(Math.max(1, 2 * some.length));
        expect(variants.flatMap(({ slices }) => slices).sort((a, b) => a - b)).toEqual(ALL);
        for (const { variant, slices } of variants) {
          for (const slice of slices) expect(variantOf(stateWith(remotes), slice)).toEqual(variant);
        }
      }),
      { numRuns: 20 },
    );
  });
});
