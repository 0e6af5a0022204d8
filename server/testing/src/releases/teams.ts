import { createReleaseClient } from '@portal/delivery-model/client/client';
import { appendOperation } from '@portal/delivery-model/log/append';
import { type ReleaseKeys, releaseKeys } from '@portal/delivery-model/log/release-keys';
import type { PrivateKey } from '@portal/delivery-model/log/sign';
import { makeKey } from '@portal/delivery-model/log/testing/keys';
import { openStore } from '@portal/delivery-model/store/open-store';
import { makeRelease, makeShell, type TestRelease } from '@portal/delivery-model/testing/release';
import { lookAtCanaries as look } from '@portal/server-releases/figures/canary-watch';
import { logStorage } from '@portal/server-releases/log/log-storage';
import { createReleaseCopies } from '@portal/server-releases/log/release-copies';
import type { TestServer } from '../index.ts';
import { promotion, publish } from './page-setting.ts';

/** A team's key, and a client that signs with it. */
export type TestTeam = { readonly name: string; readonly key: PrivateKey } & ReturnType<
  typeof createReleaseClient
>;

/**
 * A client of the test server for a team.
 * @param fetch what is between the two
 */
export function teamClient(
  server: TestServer,
  team: string,
  key: PrivateKey,
  fetch = (request: Request) => Promise.resolve(server.api.fetch(request)),
): TestTeam {
  const { config } = server.context;
  const client = createReleaseClient({
    apiUrl: config.apiOrigin,
    audience: config.portalOrigin,
    team,
    key,
    fetch,
    now: () => server.clock.now(),
    // The server's clock stands still; its places do not depend on it.
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return { name: team, key, ...client };
}

/** The operator, with the key of the server's secret. */
export const operatorOf = (server: TestServer): TestTeam =>
  teamClient(server, 'operator', releaseKeys(server.context.config).operator);

/** Lets the operator set a team with a new key. */
export async function addTeam(
  server: TestServer,
  name: string,
  parts: readonly string[],
  segments: readonly string[],
): Promise<TestTeam> {
  const { privateKey, publicKey } = makeKey(`key of ${name}`);
  await operatorOf(server).operate({
    type: 'setTeam',
    name,
    keys: [publicKey],
    parts: [...parts],
    segments: [...segments],
  });
  return teamClient(server, name, privateKey);
}

/** Makes a shell and the remote `account`, small ones, and makes them live; their versions. */
export async function promoteSmallReleases(server: TestServer) {
  const operator = operatorOf(server);
  const [shell, account] = [makeShell('small'), makeRelease('account', 'small')];
  for (const release of [shell, account]) {
    await publish(operator, release);
    await operator.operate(promotion(release));
  }
  return { shell: shell.document.version, account: account.document.version };
}

/** What the server does every ten seconds: it ends canaries that fail, and lets others grow. */
export const lookAtCanaries = (
  { context }: TestServer,
  refusedAt?: Map<string, number>,
): Promise<void> =>
  look(context, createReleaseCopies(context, openStore(context.config.releases.store)), refusedAt);

/** Makes a release live without any check, also one that is not published: then no page can be composed. */
export async function promoteUnchecked(
  { context, db, clock }: TestServer,
  { document }: TestRelease,
): Promise<void> {
  const { environment } = context.config.releases;
  const { signing: key } = releaseKeys(context.config);
  const log = {
    environment,
    storage: logStorage(db, environment),
    key,
    now: () => clock.now(),
    gate: async () => ({ ok: true }) as const,
  };
  const operation = { type: 'promote', part: document.name, version: document.version } as const;
  await appendOperation(log, { actor: { team: 'portal', kid: key.kid }, operation });
}

/** The keys of the test server. */
export const releaseKeysOf = (server: TestServer): ReleaseKeys =>
  releaseKeys(server.context.config);
