import { fallbackOf, fallbacksEndAt } from './canary.ts';
import { version } from './testing/gate-documents.ts';
import { livePart, stateWith } from './testing/state.ts';

const PROMOTED = Date.parse('2026-11-22T00:00:00Z');
const HOUR = 60 * 60 * 1000;

test('the page names the release before one that is younger than a day', () => {
  expect(fallbackOf(livePart(), 0, PROMOTED)).toBe(version('b'));
  expect(fallbackOf(livePart(), 0, PROMOTED + 24 * HOUR - 1)).toBe(version('b'));
  expect(fallbackOf(livePart(), 0, PROMOTED + 24 * HOUR)).toBeUndefined();
});

test('a browser in a canary falls back to stable, however old that is', () => {
  const part = livePart({ share: 10, offset: 0 });
  expect(fallbackOf(part, 25, PROMOTED + 900 * HOUR)).toBe(version('a'));
  expect(fallbackOf(part, 26, PROMOTED + 900 * HOUR)).toBeUndefined();
});

test('there is nothing to fall back to for a first release, the same one, and a part that is off', () => {
  const { previous: _, ...first } = livePart();
  expect(fallbackOf(first, 0, PROMOTED)).toBeUndefined();
  expect(fallbackOf(livePart(undefined, { previous: version('a') }), 0, PROMOTED)).toBeUndefined();
  const killed = { at: '2026-11-22T00:00:00Z', reason: 'throws' };
  expect(fallbackOf(livePart(undefined, { killed }), 0, PROMOTED)).toBeUndefined();
});

test('the page of a state changes when the first of its fallbacks ends', () => {
  const later = livePart(undefined, { since: '2026-11-22T01:00:00Z' });
  const state = stateWith({ account: livePart(), mypage: later });
  expect(fallbacksEndAt(state, PROMOTED)).toBe(PROMOTED + 24 * HOUR);
  expect(fallbacksEndAt(state, PROMOTED + 24 * HOUR)).toBe(PROMOTED + 25 * HOUR);
  expect(fallbacksEndAt(state, PROMOTED + 25 * HOUR)).toBe(Number.POSITIVE_INFINITY);
});
