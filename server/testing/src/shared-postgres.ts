import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { startPostgres, type TestPostgres } from './postgres.ts';

/**
 * One PostgreSQL server for all test files of a Jest run. Jest's main process starts it
 * (`checks/jest/src/global-setup.ts`) and provides databases over HTTP, because test files run in worker processes. It
 * starts when the first test file requests a database.
 *
 * `POST /?empty` and `POST /?migrated` return the URL of a new database, and `DELETE /<name>` drops it.
 */
export type SharedPostgres = { stop(): Promise<void> };

/** The environment variable with the URL of the HTTP server; worker processes inherit it from Jest. */
const ADDRESS_VARIABLE = 'TEST_POSTGRES';

export async function startSharedPostgres(): Promise<SharedPostgres> {
  let started: Promise<{ postgres: TestPostgres; template: string }> | undefined;

  async function answer(method = '', url = ''): Promise<string> {
    started ??= startWithTemplate();
    const { postgres, template } = await started;
    if (method === 'POST')
      return postgres.createDatabase(url === '/?migrated' ? template : undefined);
    await postgres.dropDatabase(url.slice(1));
    return '';
  }

  const listener: Server = createServer(({ method, url }, response) => {
    answer(method, url).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  process.env[ADDRESS_VARIABLE] = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;

  return {
    async stop() {
      delete process.env[ADDRESS_VARIABLE];
      listener.closeAllConnections();
      listener.close();
      // If the server could not start, the tests that needed it have already failed.
      const running = await started?.catch(() => undefined);
      await running?.postgres.stop();
    },
  };
}

async function startWithTemplate() {
  const postgres = await startPostgres();
  const template = await postgres.createDatabase();
  // Opening a database migrates it. It is closed because PostgreSQL copies only a template without connections.
  const migrated = await openDatabase({ kind: 'postgres', url: template });
  await migrated.close();
  return { postgres, template };
}

/** A database for one test, on the shared server. */
export type SharedDatabase = { readonly url: string; drop(): Promise<void> };

/** @param kind `migrated` for a copy of a database with the current schema */
export async function createSharedDatabase(kind: 'empty' | 'migrated'): Promise<SharedDatabase> {
  const url = await ask('POST', `/?${kind}`);
  return {
    url,
    async drop() {
      await ask('DELETE', new URL(url).pathname);
    },
  };
}

/** Uses `node:http` because tests replace `fetch`. */
function ask(method: string, path: string): Promise<string> {
  const address = process.env[ADDRESS_VARIABLE];
  if (!address)
    throw new Error(
      'checks/jest/src/global-setup.ts did not run; jest.config.ts must name it as globalSetup',
    );
  return new Promise((resolve, reject) => {
    const call = request(address + path, { method, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      if (response.statusCode === 200) resolve(text);
      else reject(new Error(text));
    });
    call.on('error', reject);
    call.end();
  });
}
