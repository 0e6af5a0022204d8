import { passkeys } from '@portal/server-accounts/schema/second-step-methods';
import type { TestServer } from '../index.ts';
import { createAuthenticator } from './authenticator.ts';

/** Gives a member a passkey. @param origin of the pages that ask for it @returns the authenticator that holds it */
export async function addPasskey(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  memberId: string,
  origin: string,
) {
  const authenticator = createAuthenticator({ rpId: 'localhost', origin });
  await db.insert(passkeys).values({
    id: authenticator.id,
    memberId,
    name: 'Phone',
    publicKey: authenticator.publicKey,
    counter: 0,
    transports: ['internal'],
    backedUp: true,
    createdAt: clock.now(),
  });
  return authenticator;
}
