import * as v from 'valibot';
import { camelName, toAnswer, toCamelCase } from './case.ts';

test.each([
  ['city', 'city'],
  ['first_name', 'firstName'],
  ['first_name_kana', 'firstNameKana'],
  ['mfa_2_step', 'mfa2Step'],
])('converts %s to %s', (snake, camel) => {
  expect(camelName(snake)).toBe(camel);
});

test('keeps omitted and cleared fields of a body distinct', () => {
  expect(toCamelCase({ first_name: null, locale: 'ja' })).toEqual({
    firstName: null,
    locale: 'ja',
  });
});

// @asvs 15.3.1
test('gives an answer only the fields of its schema, and dates as ISO 8601', () => {
  const schema = v.object({ id: v.string(), last_used_at: v.nullable(v.string()) });
  type Answer = v.InferOutput<typeof schema>;
  const record = { id: '1', lastUsedAt: new Date(0), passwordHash: 'secret' };
  expect(toAnswer<Answer>(schema, record)).toEqual({
    id: '1',
    last_used_at: '1970-01-01T00:00:00.000Z',
  });
  expect(toAnswer<Answer>(schema, { ...record, lastUsedAt: null }).last_used_at).toBeNull();
});
