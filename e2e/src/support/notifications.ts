import type { Page } from '@playwright/test';
import { expectContent } from './content.ts';
import { ask, memberApi } from './member-api.ts';
import type { Addresses } from './portal.ts';

/** A notification to send; the same text in both languages. */
export type NewNotification = {
  readonly title: string;
  /** HTML. */
  readonly body?: string;
  readonly link?: string;
};

/** Sends notifications as `npm run notify` does. @returns their ids, in order @throws Error when one is refused */
export async function sendNotifications(
  { outbox }: Pick<Addresses, 'outbox'>,
  to: string,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  const both = (text: string) => ({ ja: text, en: text });
  const answer = await fetch(new URL('/notifications', outbox), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      notifications.map(({ title, body = '<p>…</p>', link }) => ({
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

/** The newest notification of the member who is signed in on a page; sends one if there is none. */
export async function ownNotification(page: Page, portal: Portal): Promise<string> {
  await page.goto(`${portal.portal}/my-page`);
  await expectContent(page);
  const member = await memberApi(page, portal);
  const { data } = await ask(member, 'GET', '/notifications?limit=1');
  if (data[0]) return data[0].id;
  const { email } = await ask(member, 'GET', '/userinfo');
  const [id = ''] = await sendNotifications(portal, email, [{ title: 'お知らせ' }]);
  return id;
}

type Portal = Pick<Addresses, 'portal' | 'api' | 'outbox'>;
