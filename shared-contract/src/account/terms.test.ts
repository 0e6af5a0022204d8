import { type TermsVersion, termsNewSince } from './terms.ts';

const version = (day: string): TermsVersion => ({
  version: day,
  in_force_from: `${day}T00:00:00+09:00`,
  changes: [{ ja: `${day}の変更`, en: `Changed on ${day}` }],
});
const terms = ['2026-11-01', '2026-04-01', '2025-04-01'].map(version);
const days = (accepted: string | null) => termsNewSince(accepted, terms).map((one) => one.version);

test.each([
  ['2026-11-01', []],
  ['2026-04-01', ['2026-11-01']],
  ['2025-04-01', ['2026-11-01', '2026-04-01']],
  ['2024-04-01', ['2026-11-01', '2026-04-01', '2025-04-01']],
  ['2027-01-01', []],
  [null, ['2026-11-01']],
])('after accepting %s the new versions are %j', (accepted, shown) => {
  expect(days(accepted)).toEqual(shown);
});

test('without an accepted version only the newest is new', () => {
  expect(termsNewSince(null, terms)[0]?.changes).toEqual([]);
});
