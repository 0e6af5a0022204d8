import { PreparingClient } from '@portal/server-platform/database/pooler';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

/**
 * In a browser that nobody has used yet. Each statement is a message to PostgreSQL and back, and most
 * are a commit on disk: most of what a sign-in costs beside its hash.
 */
const STATEMENTS_OF_SIGN_IN = 18;

const server = sharedIdp({ database: 'postgres', member: MEMBER });
afterEach(() => jest.restoreAllMocks());

test('a sign-in by password takes few statements', async () => {
  const portal = await createPortal(server);
  const queries = jest.spyOn(PreparingClient.prototype, 'query');
  await portal.signIn();
  expect(queries.mock.calls.length).toBeLessThanOrEqual(STATEMENTS_OF_SIGN_IN);
});
