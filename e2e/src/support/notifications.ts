import type { Page } from '@playwright/test';
import type { Addresses } from './portal.ts';
import { storedTokens } from './session-record.ts';
import { shown } from './shown.ts';

export type Letter = {
  readonly title: string;
  /** HTML. */
  readonly body?: string;
  readonly link?: string;
};

/** Sends notifications to a member, as `npm run notify` does; answers their ids. */
export async function notify(
  { outbox }: Pick<Addresses, 'outbox'>,
  to: string,
  letters: readonly Letter[],
): Promise<string[]> {
  const both = (text: string) => ({ ja: text, en: text });
  const answer = await fetch(new URL('/notifications', outbox), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      letters.map(({ title, body = '<p>…</p>', link }) => ({
        to,
        title: both(title),
        body: both(body),
        ...(link && { external_link: link }),
      })),
    ),
  });
  const { ids } = (await answer.json()) as { ids?: string[] };
  if (!ids) throw new Error(`Could not notify ${to}: ${answer.status}`);
  return ids;
}

/** A notification of the member who is signed in on a page: the newest there is, or one sent for it. */
export async function ownNotification(page: Page, portal: Reached): Promise<string> {
  await page.goto(`${portal.portal}/my-page`);
  await shown(page);
  const [token] = await storedTokens(page);
  const ask = async (path: string) => {
    const answer = await fetch(new URL(path, portal.api), {
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.json();
  };
  const { data } = (await ask('/notifications?limit=1')) as { data: { id: string }[] };
  if (data[0]) return data[0].id;
  const { email } = (await ask('/userinfo')) as { email: string };
  const [id = ''] = await notify(portal, email, [{ title: 'お知らせ' }]);
  return id;
}

type Reached = Pick<Addresses, 'portal' | 'api' | 'outbox'>;
