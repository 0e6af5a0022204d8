import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { gateKeys } from '../domain/passports/gate-keys.ts';
import { listen } from '../listen.ts';
import { freePort } from '../testing/free-ports.ts';
import { openGuide } from '../testing/guide.ts';
import { startTestServer } from '../testing/index.ts';
import { secretsForEnvironment } from '../testing/load.ts';
import { proofTest as it } from '../testing/proofs.ts';
import { createSharedDatabase } from '../testing/shared-postgres.ts';

const GUIDE = openGuide('docs/operations.md');
const ROOT = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

async function follow(heading: string, env: Readonly<Record<string, string>>): Promise<string> {
  const PATH = [path.dirname(process.execPath), process.env.PATH].join(':');
  const options = { cwd: ROOT, env: { HOME: process.env.HOME, PATH, ...env } };
  return (await run('sh', ['-ec', GUIDE.commands(heading)], options)).stdout;
}

// @proves 14.472 14.476
it('the commands of the guide make and end credentials, and fetch a list with one', async () => {
  const database = await createSharedDatabase('migrated');
  const server = await startTestServer({ databaseUrl: database.url });
  const port = await freePort();
  const door = await listen(getRequestListener(server.api.fetch), port, '127.0.0.1');
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-staff-'));
  try {
    const said = await follow('Gates and the counter', {
      ...secretsForEnvironment(),
      DATABASE_URL: database.url,
      PORTAL_ORIGIN: 'http://localhost:4300',
      IDP_ORIGIN: 'http://localhost:4301',
      SMTP_URL: 'smtp://localhost',
    });
    const [GATE_TOKEN = '', counter] = said.match(/^staff_[\w-]{43}$/gm) ?? [];
    expect(counter).toBeDefined();
    expect(said).toMatch(/^Counter 2: confirm_identity,take_payment, until /m);
    expect(said).toMatch(/^Ended: Counter 2$/m);

    const keys = gateKeys(server.context.config).verifying;
    const GATE_LIST = path.join(folder, 'list');
    const fetched = await follow('Gates without a connection', {
      GATE_SERVER: `http://127.0.0.1:${port}`,
      GATE_TOKEN,
      GATE_PUBLIC_KEY: JSON.stringify(keys.map((key) => key.export({ format: 'jwk' }))),
      GATE_LIST,
    });
    expect(fetched).toMatch(/^List of .*: \d+ bytes$/m);
    expect(readFileSync(GATE_LIST).length).toBeGreaterThanOrEqual(73);
  } finally {
    await door.close();
    await server.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
