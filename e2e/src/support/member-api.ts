import type { Page } from '@playwright/test';
import type { TestBrowserKey } from '@portal/server/testing/browser-key';
import { storedTokens } from './session-record.ts';

/** The API and a member's access token for it; with the browser's key, sensitive calls too. */
export type MemberApi = {
  readonly api: string;
  readonly token: string;
  readonly browserKey?: TestBrowserKey;
};

/**
 * The API as the member who is signed in on a page. The page has to be one of the portal.
 * @throws Error when nobody is signed in
 */
export async function memberApi(page: Page, { api }: { readonly api: string }): Promise<MemberApi> {
  const [token] = await storedTokens(page);
  if (!token) throw new Error('Nobody is signed in on this page.');
  return { api, token };
}

/** Makes one call of the API. @throws Error when it is refused */
export async function ask(member: MemberApi, method: string, path: string, body?: unknown) {
  const url = member.api + path;
  const dpop = member.browserKey?.prove({
    method,
    url,
    accessToken: member.token,
    now: new Date(),
  });
  return answerOf(
    await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${member.token}`,
        ...(dpop && { dpop }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

/** The JSON of an answer. @throws Error for a refusal */
export async function answerOf(answer: Response) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
  return JSON.parse(text || '{}');
}
