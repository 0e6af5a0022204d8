import { Pool } from 'undici';

/** One answer, its body read to the end. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** From sending to the last byte. */
  readonly ms: number;
};

/** A cheap client of one origin: connections stay open, nothing is followed or kept. */
export type HttpClient = {
  send(request: {
    readonly method?: 'GET' | 'POST' | 'PUT';
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly form?: Readonly<Record<string, string>>;
    readonly json?: unknown;
  }): Promise<Answer>;
  close(): Promise<void>;
};

export function httpClient(origin: string, connections: number): HttpClient {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return {
    async send({ method, path, headers = {}, form, json }) {
      const content = contentOf(form, json);
      const started = performance.now();
      const answer = await pool.request({
        method: method ?? (content ? 'POST' : 'GET'),
        path,
        headers: { ...headers, ...(content && { 'content-type': content.type }) },
        body: content?.text ?? null,
      });
      const body = await answer.body.text();
      const ms = performance.now() - started;
      return { status: answer.statusCode, headers: answer.headers, body, ms };
    },
    close: () => pool.close(),
  };
}

function contentOf(form: Readonly<Record<string, string>> | undefined, json: unknown) {
  if (form) {
    const type = 'application/x-www-form-urlencoded';
    return { type, text: new URLSearchParams(form).toString() };
  }
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) };
}
