import { jsonSchema } from './json-schemas.ts';

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
