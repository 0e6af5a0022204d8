import type { OutboxMessage } from '@portal/server-mail/queue';
import type { Act, MemberCodeType } from '@portal/shared-contract';
import { actOf } from './acts.ts';
import { type Answer, callApi } from './api-call.ts';
import type { TestServer } from './index.ts';
import type { SignInOptions } from './sessions.ts';

const API = 'http://localhost:4302';

/** A signed-in member who calls the API and reads the outbox. */
export type AccountClient = Awaited<ReturnType<typeof signInClient>>;

export async function signInClient(
  server: TestServer,
  memberId: string,
  {
    confirms = false,
    ...options
  }: SignInOptions & { /** Confirms each act first. */ readonly confirms?: boolean } = {},
) {
  const session = await server.signInAs(memberId, options);
  const { accessToken } = session;
  const confirm = (act: Act) => server.confirmAct(memberId, session, act);
  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const act = confirms && actOf(method, path);
    if (act) await confirm(act);
    return callApi(server, {
      method,
      path,
      body,
      headers: {
        ...session.headers({ method, url: API + path }),
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      },
    });
  }

  return {
    memberId,
    accessToken,
    session,
    call,
    /** Records that the member has just confirmed an act. */
    confirm,
    /** Lets the access token live for five more minutes, in the same session. */
    renew: () => server.renewSessions(memberId),
    send: (type: MemberCodeType, more: object = {}) =>
      call('POST', '/v2/me/mfa/send-code', { type, ...more }),
    verify: (type: MemberCodeType, code: string) =>
      call('POST', '/mfa/verify-code', { type, code }),
    /** Requests a code and reads it from the outbox. */
    async codeOf(type: MemberCodeType, more: object = {}): Promise<string> {
      const messages = await messagesOf(server, () =>
        call('POST', '/v2/me/mfa/send-code', { type, ...more }),
      );
      return codeIn(messages);
    },
    /** Requests a code, reads it from the outbox and verifies it. */
    async stepUp(type: MemberCodeType, more: object = {}): Promise<Answer> {
      const messages = await messagesOf(server, () =>
        call('POST', '/v2/me/mfa/send-code', { type, ...more }),
      );
      return call('POST', '/mfa/verify-code', { type, code: codeIn(messages) });
    },
  };
}

/** The columns in which a member of a test differs from the others. */
export type NewMember = Parameters<TestServer['createMember']>[0];

let members = 0;

/** Signs in a new member with an address of its own. */
export async function signInNewMember(server: TestServer, profile: NewMember = {}) {
  members += 1;
  const email = `person-${members}@example.com`;
  const { id } = await server.createMember({ email, ...profile });
  return Object.assign(await signInClient(server, id), { email });
}

/** Runs `work` and returns the messages that it queued. */
export async function messagesOf(
  server: TestServer,
  work: () => Promise<unknown>,
): Promise<OutboxMessage[]> {
  const known = new Set((await server.outbox.messages()).map(({ id }) => id));
  await work();
  return (await server.outbox.messages()).filter(({ id }) => !known.has(id));
}

export function codeIn(messages: readonly OutboxMessage[]): string {
  const codes = messages.flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? []);
  if (codes.length !== 1) throw new Error(`${codes.length} codes in ${messages.length} messages`);
  return codes[0] ?? '';
}

/** A code that differs from this one. */
export const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
