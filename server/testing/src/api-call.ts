import type { TestServer } from './index.ts';

const API = 'http://localhost:4302';

export type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  readonly body: any;
  readonly headers: Headers;
};

export type ApiCall = {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The status of an answer and its error code. */
export const refusal = ({ status, body }: Answer): unknown[] => [status, body?.error];

/** Calls the API of the test server and reads the whole answer. */
export async function callApi(
  { api }: Pick<TestServer, 'api'>,
  { method, path, body, headers }: ApiCall,
): Promise<Answer> {
  const answer = await api.fetch(
    new Request(API + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const { status, headers: answered } = answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isFile = answered.has('content-disposition');
  const json = () => (bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : undefined);
  return { status, body: isFile ? bytes : json(), headers: answered };
}
