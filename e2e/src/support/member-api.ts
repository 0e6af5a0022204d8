import type { ProvenRequest } from '@portal/server-testing/browser-key';
import { keyOfBrowser } from './browser-key.ts';
import type { Evaluates } from './evaluates.ts';
import { storedTokens } from './session-record.ts';

/** The API, a member's access token for it, and the browser that proves their calls. */
export type MemberApi = {
  readonly api: string;
  readonly token: string;
  readonly browserKey: { prove(request: ProvenRequest): string | Promise<string> };
};

/** The API as the member who is signed in on a page of the portal. @throws Error when nobody is signed in */
export async function memberApi(
  page: Evaluates,
  { api }: { readonly api: string },
): Promise<MemberApi> {
  const [token] = await storedTokens(page);
  if (!token) throw new Error('Nobody is signed in on this page.');
  return { api, token, browserKey: keyOfBrowser(page) };
}

/** Makes one call of the API. @throws Error when it is refused */
export async function ask(member: MemberApi, method: string, path: string, body?: unknown) {
  const json = body !== undefined && { 'content-type': 'application/json' };
  return answerOf(
    await fetch(member.api + path, {
      method,
      headers: { ...(await headersOf(member, method, path)), ...json },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

/** The headers of one call, by which the API knows the member and their browser. */
export async function headersOf(
  { api, token: accessToken, browserKey }: MemberApi,
  method: string,
  path: string,
): Promise<Record<'authorization' | 'dpop', string>> {
  const request = { method, url: api + path, accessToken, now: new Date() };
  return { authorization: `Bearer ${accessToken}`, dpop: await browserKey.prove(request) };
}

/** The JSON of an answer. @throws Error for a refusal */
export async function answerOf(answer: Response) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
  return JSON.parse(text || '{}');
}
