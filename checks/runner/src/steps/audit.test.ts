import { readAudit } from './audit.ts';

const NOT_CHECKED = { 'the registry does not answer for known vulnerabilities': 1 };

// @proves 16.531
test('a registry that does not answer is told, and neither passes nor fails', () => {
  for (const output of ['', '{ "error": { "code": "E405" } }', 'Method Not Allowed']) {
    expect(readAudit(output)).toEqual({ passed: 0, failed: 0, skipped: NOT_CHECKED });
  }
});

// @proves 16.531
test('fails for a known vulnerability that is high or critical', () => {
  const report = (severity: string) =>
    readAudit(JSON.stringify({ vulnerabilities: { a: { name: 'a', severity } } }));
  expect(report('critical')).toMatchObject({ failed: 1, output: expect.stringContaining('a:') });
  expect(report('high')).toMatchObject({ failed: 1 });
  expect(report('moderate')).toMatchObject({ passed: 1, failed: 0 });
  expect(readAudit('{ "vulnerabilities": {} }')).toMatchObject({ passed: 1, failed: 0 });
});
