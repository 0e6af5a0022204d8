import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedPortal, type StartOptions, startPortal } from '@portal/delivery/start';
import { LINE_PEOPLE, MEMBERS } from './members.ts';
import { freePortBase } from './ports.ts';

/** Where a running portal is reached. */
export type Addresses = Pick<StartedPortal, 'portal' | 'idp' | 'api' | 'outbox'> & {
  /** What the operator's commands find the server by. */
  readonly operator: { readonly PORT_BASE: string; readonly DATA_DIR: string };
};

/** Twenty tabs at once, thirty times: more than a person does in a minute. */
const CALLS_PER_MINUTE = 10_000;

export type TestPortal = StartedPortal & Pick<Addresses, 'operator'>;

/**
 * Starts a whole portal for tests: production builds, a database of its own in a temporary folder,
 * the demo member and {@link MEMBERS}, on ports that nobody uses. `stop` also removes its data.
 */
export async function startTestPortal(options: StartOptions = {}): Promise<TestPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const members = join(folder, 'members.json');
  const people = join(folder, 'people.json');
  const seeds = MEMBERS.map(({ withoutPassword, ...member }) => ({
    ...member,
    ...(withoutPassword && { password: null }),
  }));
  await writeFile(members, JSON.stringify(seeds));
  await writeFile(people, JSON.stringify(LINE_PEOPLE));
  const remove = () => rm(folder, { recursive: true, force: true });
  const portBase = await freePortBase();
  const dataDir = join(folder, 'data');
  try {
    const started = await startPortal({
      ...options,
      portBase,
      dataDir,
      env: {
        SEED_MEMBERS: members,
        LINE_SANDBOX_PEOPLE: people,
        API_CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
        ...options.env,
      },
    });
    return {
      ...started,
      operator: { PORT_BASE: String(portBase), DATA_DIR: dataDir },
      async stop() {
        await started.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
