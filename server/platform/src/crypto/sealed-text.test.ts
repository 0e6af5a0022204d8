import { seal, unseal } from './sealed-text.ts';

it('can be opened with its own token only', () => {
  const sealed = seal('{"access_token":"abc"}', 'parent');
  expect(unseal(sealed, 'parent')).toBe('{"access_token":"abc"}');
  expect(sealed).not.toContain('abc');
  expect(() => unseal(sealed, 'other')).toThrow();
});

it('cannot be opened after a change', () => {
  const sealed = Buffer.from(seal('answer', 'parent'), 'base64url');
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => unseal(sealed.toString('base64url'), 'parent')).toThrow();
});
