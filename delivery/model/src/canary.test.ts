import fc from 'fast-check';
import { isInCanary, sliceCookie, variantOf } from './canary.ts';
import { EVERYBODY, SLICES } from './state.ts';
import { version } from './testing/gate-documents.ts';
import { livePart, stateWith } from './testing/state.ts';

const ALL = Array.from({ length: SLICES }, (_, slice) => slice);
const sliceArbitrary = fc.integer({ min: 0, max: SLICES - 1 });
const shareArbitrary = fc.integer({ min: 1, max: EVERYBODY });
const canaryArbitrary = fc.record({ share: shareArbitrary, offset: sliceArbitrary });
const inCanary = (canary: { share: number; offset: number }) =>
  ALL.filter((slice) => isInCanary(slice, canary));

describe('the slice of a browser', () => {
  test('is kept for a year, on the whole host, and given to no script', () => {
    expect(sliceCookie(15, { secure: true })).toBe(
      'portal_slice=0f; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(sliceCookie(15, { secure: false })).not.toContain('Secure');
  });
});

describe('a canary', () => {
  test('keeps every slice when it grows', () => {
    fc.assert(
      fc.property(canaryArbitrary, shareArbitrary, (canary, more) => {
        const grown = { ...canary, share: Math.min(EVERYBODY, canary.share + more) };
        return inCanary(canary).every((slice) => isInCanary(slice, grown));
      }),
    );
  });
});

describe('a variant', () => {
  const state = stateWith(
    { account: livePart({ share: 10, offset: 0 }), mypage: livePart() },
    livePart({ share: 5, offset: 246 }),
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
});
