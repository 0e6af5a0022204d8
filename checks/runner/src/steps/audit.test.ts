import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { audit, readAudit } from './audit.ts';

const BULK = '/-/npm/v1/security/advisories/bulk';
const ADVISORY = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Reads files',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
};

/** What the step says of a project that uses `left` 1.0.0, where the registry's bulk endpoint answers so. */
async function auditAgainst(status: number, answer: object) {
  const registry = createServer((request, response) => {
    const isBulk = request.method === 'POST' && request.url === BULK;
    const packument = { name: 'left', versions: { '1.0.0': { name: 'left', version: '1.0.0' } } };
    const isPackage = request.url === '/left';
    const body = isBulk ? answer : isPackage ? packument : { error: 'Method Not Allowed' };
    response.writeHead(isBulk ? status : isPackage ? 200 : 405, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-audit-'));
  try {
    const project = { name: 'project', version: '1.0.0', dependencies: { left: '1.0.0' } };
    const left = { version: '1.0.0', integrity: 'sha512-x' };
    const lock = { lockfileVersion: 3, packages: { '': project, 'node_modules/left': left } };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(project));
    await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
    const { port } = registry.address() as AddressInfo;
    const options = ['--registry', `http://127.0.0.1:${port}/`, '--fetch-retries', '0'];
    return await audit(folder, ...options, '--cache', path.join(folder, 'cache'));
  } finally {
    registry.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const NOT_CHECKED = { 'the registry does not answer for known vulnerabilities': 1 };

// @proves 16.531
test.each([
  ['without a finding passes', 200, {}, { passed: 1, failed: 0 }],
  ['that knows of a vulnerability fails', 200, { left: [ADVISORY] }, { passed: 0, failed: 1 }],
  ['that does not answer is told', 405, {}, { skipped: NOT_CHECKED }],
])('a registry %s', async (_what, status, answer, outcome) => {
  expect(await auditAgainst(status, answer)).toMatchObject(outcome);
});

// @proves 16.531
test('a registry that does not answer is told, and neither passes nor fails', () => {
  for (const output of ['', '{ "error": { "code": "E405" } }', 'Method Not Allowed']) {
    expect(readAudit(output)).toEqual({
      passed: 0,
      failed: 0,
      skipped: NOT_CHECKED,
    });
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
