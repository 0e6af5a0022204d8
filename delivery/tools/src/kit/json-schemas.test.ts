import { commandIn } from '../command/testing/run-command.ts';
import { jsonSchema, SCHEMA_NAMES } from './json-schemas.ts';

const command = commandIn('.');

// @proves 7.704
test.each(SCHEMA_NAMES)('the schema of a %s is printed as it stands in the kit', async (name) => {
  const { code, out } = await command('schema', name);
  expect([code, JSON.parse(out)]).toEqual([0, jsonSchema(name)]);
});

// @proves 7.704
test('the schema says what the portal demands: every operation, and of a document each name of a file', () => {
  const operation = JSON.stringify(jsonSchema('operation'));
  for (const type of ['promote', 'rollback', 'kill', 'retire', 'setTeam']) {
    expect(operation).toContain(`"const":"${type}"`);
  }
  expect(JSON.stringify(jsonSchema('document'))).toContain(
    '(js|css|json|txt|svg|png|jpg|webp|avif|woff2)$',
  );
});

// @proves 7.704
test('an unknown schema is refused with the names of those that there are', async () => {
  const { code, err } = await command('schema', 'page');
  expect(code).toBe(2);
  expect(err).toContain('document, operation');
});
