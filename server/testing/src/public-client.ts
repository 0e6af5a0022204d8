import { type Answer, callApi } from './api-call.ts';
import type { TestServer } from './index.ts';

const SEND = '/v2/mfa/send-code';
const CODE_CALLS: readonly string[] = [SEND, '/v2/mfa/verify-code', '/signup'];
type PublicCodeBody = { readonly type?: string; readonly email?: string };

/** Calls the API without signing in, as one browser, which keeps the secret of a code that it asked for. */
export function publicCaller(server: Pick<TestServer, 'api'>) {
  const requests = new Map<string, string>();
  const keyOf = (path: string, { type, email }: PublicCodeBody) =>
    `${path === '/signup' ? 'signup' : type} ${String(email).toLowerCase()}`;

  return async (
    method: string,
    path: string,
    given?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const usesCode = CODE_CALLS.includes(path);
    const key = usesCode ? keyOf(path, given as PublicCodeBody) : '';
    const request = requests.get(key) ?? (path === SEND ? undefined : 'of-no-code');
    const body = usesCode ? { ...(request && { request }), ...(given as object) } : given;
    const answer = await callApi(server, { method, path, body, headers });
    if (path === SEND && answer.status === 200) requests.set(key, answer.body.request);
    return answer;
  };
}

/** The status and error code of a response. */
export const refusal = ({ status, body }: Answer) => [status, body?.error];
