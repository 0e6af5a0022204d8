import { type ApiSetup, apiHeaders } from './client.ts';

/**
 * Opens a stream of server-sent events by `fetch`, since EventSource cannot carry a bearer token. On a
 * 401 the token is renewed once, as for a call (spec §7).
 * @returns the stream's bytes, or undefined where there is none to be had now
 */
export async function openEventStream(
  { config, tokens, fetch }: Pick<ApiSetup, 'config' | 'tokens' | 'fetch'>,
  path: `/${string}`,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const ask = async (token: string): Promise<Response> => {
    const headers = apiHeaders(config);
    headers.set('accept', 'text/event-stream');
    headers.set('authorization', `Bearer ${token}`);
    const send = fetch ?? globalThis.fetch;
    return send(config.apiUrl + path, { headers, signal, cache: 'no-store' });
  };
  try {
    const token = await tokens.accessToken();
    if (token === undefined) return undefined;
    let answer = await ask(token);
    if (answer.status === 401) {
      const renewed = await tokens.refresh(token);
      if (!renewed.ok) return undefined;
      answer = await ask(renewed.accessToken);
    }
    // A proxy's page or a server of another version is no stream.
    const isStream = /^text\/event-stream\b/.test(answer.headers.get('content-type') ?? '');
    if (answer.ok && isStream && answer.body) return answer.body;
    await answer.body?.cancel();
    return undefined;
  } catch {
    return undefined;
  }
}
