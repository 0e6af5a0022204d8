import * as v from 'valibot';
import { clearDrafts, sessionDraft } from './draft.ts';

const MINUTE = 60_000;
const schema = v.object({ email: v.string() });
let now = 0;
let member: string | undefined;

function draft() {
  return sessionDraft({
    key: 'change-email',
    schema,
    lifetimeMs: 30 * MINUTE,
    owner: () => member,
    now: () => now,
  });
}

beforeEach(() => {
  now = 1_000_000;
  member = 'm1';
  sessionStorage.clear();
});

test('keeps a draft over a reload', () => {
  draft().write({ email: 'hanako@example.com' });
  expect(draft().read()).toEqual({ email: 'hanako@example.com' });
});

test('deletes a draft that has expired', () => {
  draft().write({ email: 'a@example.com' });
  now += 30 * MINUTE;
  expect(draft().read()).toBeUndefined();
  now = 1_000_000;
  expect(draft().read()).toBeUndefined();
});

test("never shows another member's draft", () => {
  draft().write({ email: 'a@example.com' });
  member = 'm2';
  expect(draft().read()).toBeUndefined();
  member = 'm1';
  expect(draft().read()).toBeUndefined();
});

test('hides a draft while nobody is signed in, and keeps it', () => {
  draft().write({ email: 'a@example.com' });
  member = undefined;
  expect(draft().read()).toBeUndefined();
  member = 'm1';
  expect(draft().read()).toEqual({ email: 'a@example.com' });
});

test.each([
  ['text that is no JSON', '{'],
  ['another shape', JSON.stringify({ expiresAt: 9e15, owner: 'm1', value: { email: 7 } })],
  ['no record', '"x"'],
])('ignores %s', (_, text) => {
  sessionStorage.setItem('draft:change-email', text);
  expect(draft().read()).toBeUndefined();
});

test('keeps a draft in memory if the browser refuses storage', () => {
  const refusing = sessionDraft({
    key: 'change-email',
    schema,
    lifetimeMs: MINUTE,
    storage: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  refusing.write({ email: 'a@example.com' });
  expect(refusing.read()).toEqual({ email: 'a@example.com' });
  refusing.clear();
  expect(refusing.read()).toBeUndefined();
});

test('deletes every draft, and nothing else, on signing out', () => {
  draft().write({ email: 'a@example.com' });
  sessionStorage.setItem('other', '1');
  clearDrafts();
  expect(draft().read()).toBeUndefined();
  expect(sessionStorage.getItem('other')).toBe('1');
});
