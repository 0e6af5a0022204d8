import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { and, eq } from 'drizzle-orm';
import { oidcPayloads } from '../schema/oidc.ts';
import { createRefreshRotation, type TokenAnswer } from './refresh-rotation.ts';
import { endAllSessions } from './sessions.ts';

const server = sharedIdp();
let memberId: string;
let token: string;
beforeAll(async () => {
  ({ id: memberId } = await server.createMember(MEMBER));
});
beforeEach(async () => {
  const { tokens } = await (await createPortal(server)).signIn();
  token = tokens.refresh_token as string;
});

const call = (clientId = 'portal') => ({ token, clientId, provenKey: undefined });

/** Starts an exchange that pauses in the middle until `go` is called. */
function startPaused() {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const slow = createRefreshRotation(server.context)(call(), async () => {
    begun.resolve();
    await go.promise;
    return { access_token: 'slow' };
  });
  return { begun: begun.promise, go: go.resolve, slow };
}

it('does not wait: of two parallel calls the first to finish counts, and both get its answer', async () => {
  const { begun, go, slow } = startPaused();
  await begun;
  const quick = await createRefreshRotation(server.context)(call(), async () => ({
    access_token: 'quick',
  }));
  go();
  expect(quick).toEqual({ access_token: 'quick' });
  await expect(slow).resolves.toEqual(quick);
});

it('is refused for the token of another client, which stays valid', async () => {
  const exchangeOnce = createRefreshRotation(server.context);
  const exchange = async () => ({ access_token: 'theirs' });
  await expect(exchangeOnce(call('other'), exchange)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await expect(exchangeOnce(call(), exchange)).resolves.toBeDefined();
});

it('has written nothing if the server dies in the middle', async () => {
  const { begun, go, slow } = startPaused();
  await begun;
  const [parent] = await server.db
    .select()
    .from(oidcPayloads)
    .where(and(eq(oidcPayloads.kind, 'RefreshToken'), eq(oidcPayloads.idHash, secretHash(token))));
  expect(parent).toMatchObject({ consumedAt: null, sealedAnswer: null });
  go();
  await slow;
});

it('issues nothing to a call that finishes after the member has signed out', async () => {
  const { begun, go, slow } = startPaused();
  await begun;
  await endAllSessions(server.context, memberId);
  go();
  await expect(slow).rejects.toMatchObject({ error: 'invalid_grant' });
});

it('can be repeated at once after a failure in the middle', async () => {
  const exchangeOnce = createRefreshRotation(server.context);
  const answer: TokenAnswer = { access_token: 'second' };
  const failing = exchangeOnce(call(), async () => {
    throw new Error('the database went away');
  });
  await expect(failing).rejects.toThrow('went away');
  await expect(exchangeOnce(call(), async () => answer)).resolves.toEqual(answer);
});
