import { apiHeaders, apiSetup } from '@portal/shared-api';

/**
 * Opens a stream of server-sent events with `fetch`, since EventSource cannot send a bearer token.
 * On a 401 the token is renewed once, as for any call. The stream lasts until `signal`
 * is aborted or the server ends it.
 * @returns the stream's bytes, or undefined if no stream can be opened now
 */
export async function openEvents(
  path: `/${string}`,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { config, tokens, locale, fetch = globalThis.fetch } = apiSetup();
  const ask = async (token: string): Promise<Response> => {
    const headers = apiHeaders(config, locale());
    headers.set('accept', 'text/event-stream');
    headers.set('authorization', `Bearer ${token}`);
    return fetch(config.apiUrl + path, { headers, signal, cache: 'no-store' });
  };
  try {
    const token = await tokens.accessToken();
    if (token === undefined) return undefined;
    let answer = await ask(token);
    if (answer.status === 401) {
      const renewed = await tokens.renew(token);
      if (!renewed.ok) return undefined;
      answer = await ask(renewed.accessToken);
    }
    // A proxy's error page or an older server may answer something else.
    const isStream = /^text\/event-stream\b/.test(answer.headers.get('content-type') ?? '');
    if (answer.ok && isStream && answer.body) return answer.body;
    await answer.body?.cancel();
    return undefined;
  } catch {
    return undefined;
  }
}
