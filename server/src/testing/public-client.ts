import type { Answer } from './account-client.ts';
import type { TestServer } from './index.ts';

const API = 'http://localhost:4302';

/** Calls the API without signing in. */
export function publicCaller(server: Pick<TestServer, 'api'>) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const answer = await server.api.fetch(
      new Request(API + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    return {
      status: answer.status,
      body: text ? JSON.parse(text) : undefined,
      headers: answer.headers,
    };
  };
}

/** The status and error code of a response. */
export const refusal = ({ status, body }: Answer) => [status, body?.error];
