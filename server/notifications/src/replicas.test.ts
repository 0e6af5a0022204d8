import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createMember } from '@portal/server-members/members';
import { systemClock } from '@portal/server-platform/clock';
import type { DatabaseHandle } from '@portal/server-platform/database/database';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { freePortBase } from '@portal/server-testing/free-ports';
import { secretsForEnvironment } from '@portal/server-testing/load';
import { ACCEPTED_TERMS } from '@portal/server-testing/members';
import { proofTest as it } from '@portal/server-testing/proofs';
import { signInAs } from '@portal/server-testing/sessions';
import { createSharedDatabase, type SharedDatabase } from '@portal/server-testing/shared-postgres';
import { NOTIFICATION_EVENTS_PATH, type NotificationState } from '@portal/shared-contract';
import { bareEnvironment } from '@portal/shared-process/helper-processes';

const EMAIL = 'reader@example.com';

let shared: SharedDatabase;
let database: DatabaseHandle;
let environment: NodeJS.ProcessEnv;
const replicas: ChildProcess[] = [];

beforeAll(async () => {
  shared = await createSharedDatabase('migrated');
  const { url } = shared;
  database = await openDatabase({ kind: 'postgres', url });
  environment = {
    ...bareEnvironment(),
    ...secretsForEnvironment(),
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    PORTAL_ORIGIN: 'http://localhost:4300',
    IDP_ORIGIN: 'http://localhost:4301',
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'error',
  } as NodeJS.ProcessEnv;
});
afterAll(async () => {
  await Promise.all(
    replicas.map((child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return ended;
    }),
  );
  await database.close();
  await shared.drop();
});

/** Starts a server process and answers the address of its API. */
async function startReplica(): Promise<string> {
  const base = await freePortBase();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../../main/src/main.ts')],
    { env: { ...environment, PORT_BASE: String(base) }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  replicas.push(child);
  for await (const _line of createInterface({ input: child.stdout as never })) break;
  return `http://127.0.0.1:${base + 2}`;
}

/** Opens the event stream of a replica, as a tab does. `until` reads up to a number of unread ones. */
async function openTab(api: string, authorization: string) {
  const answer = await fetch(api + NOTIFICATION_EVENTS_PATH, { headers: { authorization } });
  expect(answer.status).toBe(200);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async until(unread: number): Promise<NotificationState> {
      for (;;) {
        const { value = '', done } = (await reader?.read()) ?? {};
        if (done) throw new Error('The stream has ended');
        const data = /data: (.*)\n/.exec(value)?.[1];
        const state = data && (JSON.parse(data) as NotificationState);
        if (state && state.total_unread === unread) return state;
      }
    },
    close: () => reader?.cancel(),
  };
}

// @proves 15.4 15.11
it('a notification sent or read on one replica shows in the tabs of every replica', async () => {
  const context = { db: database.db, clock: systemClock };
  const member = await createMember(context, {
    email: EMAIL,
    termsAcceptedVersion: ACCEPTED_TERMS,
  });
  if (member === 'email_taken') throw new Error('taken');
  const authorization = `Bearer ${(await signInAs(context, member.id)).accessToken}`;
  const [one, other] = await Promise.all([startReplica(), startReplica()]);
  const tabs = [await openTab(one, authorization), await openTab(other, authorization)];
  for (const tab of tabs) await tab.until(0);

  // A process of its own, like an operator's.
  const texts = [
    '--title-ja',
    '件名',
    '--title-en',
    'Title',
    '--body-ja',
    '本文',
    '--body-en',
    'Text',
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, '../../main/src/commands/notify.ts'), '--to', EMAIL, ...texts],
    { env: environment },
  );
  const [id = ''] = /[\w-]{36}/.exec(stdout) ?? [];
  for (const tab of tabs) expect(await tab.until(1)).toEqual({ total_unread: 1, newest_id: id });

  await fetch(`${other}/notifications/${id}`, { headers: { authorization } });
  for (const tab of tabs) await tab.until(0);
  for (const tab of tabs) await tab.close();
});
