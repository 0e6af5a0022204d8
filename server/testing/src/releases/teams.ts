import { createReleaseClient } from '@portal/delivery-model/client/client';
import { applyOperation } from '@portal/delivery-model/log/operations';
import { isRefusal } from '@portal/delivery-model/log/refusal';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { makeRelease, makeShell, type TestRelease } from '@portal/delivery-model/testing/release';
import { addStaffCredential } from '@portal/server-members/staff-credentials';
import { notify } from '@portal/server-platform/database/database';
import { lookAtCanaries as look } from '@portal/server-releases/canary/canary-watch';
import { createReleaseDocuments } from '@portal/server-releases/log/documents';
import { lastEntry, RELEASE_CHANNEL } from '@portal/server-releases/log/history';
import { releaseHistory } from '@portal/server-releases/schema/release-history';
import type { TestServer } from '../index.ts';
import { OPERATOR_TOKEN, promotion, publish } from './page-setting.ts';

/** A client that calls with a team's token. */
export type TestTeam = { readonly token: string } & ReturnType<typeof createReleaseClient>;

/** A client of the test server with a token. @param fetch what is between the two */
export function clientOf(
  server: TestServer,
  token: string,
  fetch = (request: Request) => Promise.resolve(server.api.fetch(request)),
): TestTeam {
  const client = createReleaseClient({
    apiUrl: server.context.config.apiOrigin,
    token,
    fetch,
    // The server's clock stands still; its places do not depend on it.
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return { token, ...client };
}

/** The operator, with the server's own token. */
export const operatorOf = (server: TestServer): TestTeam => clientOf(server, OPERATOR_TOKEN);

/** Gives a team what it owns, and a token. */
export async function addTeam(
  server: TestServer,
  name: string,
  parts: readonly string[],
  segments: readonly string[],
): Promise<TestTeam> {
  const team = { name, parts: [...parts], segments: [...segments] };
  await operatorOf(server).operate({ type: 'setTeam', ...team });
  return clientOf(server, await tokenOf(server, name));
}

/** Another token of a team; `name` is that of the token. */
export async function tokenOf(server: TestServer, team: string, name = team): Promise<string> {
  const added = await addStaffCredential(server.context, {
    name,
    scopes: ['release'],
    team,
    days: 90,
  });
  if (added === 'name_taken') throw new Error(`There is a token ${name}.`);
  return added.token;
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
export const lookAtCanaries = ({ context }: TestServer): Promise<void> =>
  look(context, createReleaseDocuments(context));

const ITSELF = { team: 'portal', token: 'portal' };

/** Makes a release live without any check, also one that is not published: then no page can be composed. */
export async function promoteUnchecked(
  { db, clock }: TestServer,
  { document }: TestRelease,
): Promise<void> {
  const last = await lastEntry(db);
  const head = { seq: (last?.seq ?? 0) + 1, at: clock.now().toISOString(), by: ITSELF };
  const operation = promotion({ document });
  const outcome = applyOperation(last?.state ?? EMPTY_STATE, operation, head);
  if (isRefusal(outcome)) throw new Error(outcome.reason);
  const { seq, at, by } = head;
  await db
    .insert(releaseHistory)
    .values({ seq, at: new Date(at), ...by, operation, state: outcome });
  await notify(db, RELEASE_CHANNEL, '');
}
