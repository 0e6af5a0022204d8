import { expectContent } from '@portal/e2e/support/content';
import { localePath } from '@portal/e2e/support/labels';
import { sendNotifications } from '@portal/e2e/support/notifications';
import type { Addresses } from '@portal/e2e/support/portal';
import type { TourScreen } from './account-screens.ts';

/** A body with each kind of link: in a sentence, in a paragraph of its own, and in a list. */
const BODY = `
  <p>設定は<a href="/account/settings">こちら</a>から変えられます。</p>
  <p><a href="/account">会員情報</a></p>
  <ul><li><a href="https://example.com/">example.com</a></li><li>…</li></ul>
`;

/** Notifications of which the demo data has none. */
export function notificationScreens(portal: Addresses): TourScreen[] {
  return [
    {
      name: '/my-page/notifications/:id, links',
      as: 'own-member',
      async open(page, locale, { email }) {
        const [id] = await sendNotifications(portal, email, [{ title: 'お知らせ', body: BODY }]);
        await page.goto(portal.portal + localePath(locale, `/my-page/notifications/${id}`));
        await expectContent(page);
      },
    },
  ];
}
