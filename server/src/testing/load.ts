import { systemClock } from '../clock.ts';
import { openDatabase } from '../db/database.ts';
import { storePasswordHash } from '../domain/credentials.ts';
import { createMember } from '../domain/members.ts';
import { hashPassword } from '../domain/password-hash.ts';
import { generateSecrets } from '../secrets.ts';
import { signInAs } from './sessions.ts';

export type LoadMember = { readonly id: string; readonly email: string };

/** Fills the database that a real server is measured on, and migrates it first. */
export type LoadDatabase = {
  /** Verified members with one and the same password. */
  createMembers(
    count: number,
    options: { readonly password: string; readonly emailOf: (index: number) => string },
  ): Promise<LoadMember[]>;
  /** As if by the identity provider: an access token, good for five minutes. */
  signInAs(memberId: string): Promise<{ accessToken: string }>;
  close(): Promise<void>;
};

export async function openLoadDatabase(url: string): Promise<LoadDatabase> {
  const handle = await openDatabase({ kind: 'postgres', url });
  const context = { db: handle.db, clock: systemClock };
  return {
    async createMembers(count, { password, emailOf }) {
      const hash = await hashPassword(password);
      if (hash === 'busy') throw new Error('busy');
      const made: LoadMember[] = [];
      for (let index = 0; index < count; index += 1) {
        const email = emailOf(index);
        const member = await createMember(context, { email, emailVerified: true });
        if (member === 'email_taken') throw new Error(`${email} is taken`);
        await storePasswordHash(context, member.id, hash);
        made.push({ id: member.id, email });
      }
      return made;
    },
    signInAs: (memberId) => signInAs(context, memberId),
    close: () => handle.close(),
  };
}

/** Secrets as a server on PostgreSQL is given them. */
export function secretsForEnvironment(): Record<
  'COOKIE_KEYS' | 'SECRET_KEY' | 'SIGNING_KEYS',
  string
> {
  const { cookieKeys, secretKey, signingKeys } = generateSecrets();
  return {
    COOKIE_KEYS: cookieKeys.join(','),
    SECRET_KEY: secretKey,
    SIGNING_KEYS: JSON.stringify(signingKeys),
  };
}
