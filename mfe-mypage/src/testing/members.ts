import type { TestServer } from '@portal/kit/testing';
import { COMPLETE_MEMBER } from '@portal/kit/testing/members';
import { createPassportClient } from '@portal/kit/testing/passports';

/** A member without pending tasks on the home. */
export const HANAKO = { ...COMPLETE_MEMBER, mfaEnabled: true } as const;

/** Calls the API as a member, who confirms each act. @returns what answers the body and throws for a refusal */
export async function callAs(server: TestServer, memberId: string) {
  const { call } = await createPassportClient(server, {}, memberId);
  return async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}
