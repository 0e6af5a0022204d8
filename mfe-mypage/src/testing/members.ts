import type { TestServer } from '@portal/server/testing';
import { COMPLETE_MEMBER } from '@portal/server/testing/members';

/** A member without pending tasks on the home. */
export const HANAKO = { ...COMPLETE_MEMBER, mfaEnabled: true } as const;

const API = 'http://localhost:4302';

/**
 * Calls the test server's API as a member.
 * @returns a function that answers the parsed body and throws for a refusal
 */
export async function callAs(server: TestServer, memberId: string) {
  const session = await server.signInAs(memberId);
  return async (method: string, path: string, body?: unknown) => {
    const answer = await server.api.fetch(
      new Request(API + path, {
        method,
        headers: {
          ...session.headers({ method, url: API + path }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const answered = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answered)}`);
    return answered;
  };
}
