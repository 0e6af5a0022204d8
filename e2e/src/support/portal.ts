import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type StartedPortal,
  type StartOptions,
  startPortal,
} from '@portal/delivery-serve/start/start-portal';
import { copyMigratedDatabase } from '@portal/server-testing/database-folder';
import { freePortBase } from '@portal/server-testing/free-ports';
import { LIMITS } from '@portal/shared-contract/limits';
import { refuseLeaks } from './logs.ts';

/** Where a running portal is reached. */
export type Addresses = Pick<StartedPortal, 'portal' | 'idp' | 'api' | 'outbox'> & {
  /** The environment by which the operator's commands find the server. */
  readonly operator: {
    readonly PORT_BASE: string;
    readonly DATA_DIR: string;
    readonly PORTAL_TOKEN: string;
  };
};

/** Twenty tabs make more calls in a minute than a person does. */
export const CALLS_PER_MINUTE = 10_000;

/** One machine and one phone number stand for many members. */
export const MANY_MESSAGES = [
  'sms-unconfirmed-wait',
  'sms-unconfirmed-day',
  'sms-number-day',
  'sms-network-hour',
  'sms-network-day',
  'mail-network-hour',
  'mail-network-day',
]
  .map((name) => `${name}=100000`)
  .join();

/** Ten times the usual ones: a busy machine is no reason for an error screen. */
const LONG_LIMITS = Object.entries(LIMITS)
  .map(([name, ms]) => `${name}=${ms * 10}`)
  .join();

/** The environment of a portal whose pages wait no longer than those of members. */
export const USUAL_LIMITS = { PAGE_LIMITS: undefined } as const;

export type TestPortal = StartedPortal & Pick<Addresses, 'operator'>;

/**
 * Starts a whole portal for tests, on free ports unless `portBase` is given: production builds, a database in a
 * temporary folder, the demo member, and fixtures for further members ({@link createMember} of members.ts). `stop` also
 * removes its data, and throws when a log has something of a member, or a secret.
 */
export async function startTestPortal(options: StartOptions = {}): Promise<TestPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const portBase = options.portBase ?? (await freePortBase());
  const dataDir = join(folder, 'data');
  const token = randomBytes(32).toString('base64url');
  try {
    await copyMigratedDatabase(join(dataDir, 'database'));
    const started = await startPortal({
      ...options,
      portBase,
      dataDir,
      env: {
        TEST_FIXTURES: '1',
        API_CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
        MESSAGE_LIMITS: MANY_MESSAGES,
        PAGE_LIMITS: LONG_LIMITS,
        RELEASE_TOKEN: token,
        ...options.env,
      },
    });
    return {
      ...started,
      operator: { PORT_BASE: String(portBase), DATA_DIR: dataDir, PORTAL_TOKEN: token },
      async stop() {
        await started.stop();
        try {
          await refuseLeaks(join(dataDir, 'run', String(portBase), 'logs'));
        } finally {
          await removeFolder();
        }
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
