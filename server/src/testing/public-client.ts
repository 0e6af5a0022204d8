import { type Answer, callApi } from './api-call.ts';
import type { TestServer } from './index.ts';

/** Calls the API without signing in. */
export function publicCaller(server: Pick<TestServer, 'api'>) {
  return (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => callApi(server, { method, path, body, headers });
}

/** The status and error code of a response. */
export const refusal = ({ status, body }: Answer) => [status, body?.error];
