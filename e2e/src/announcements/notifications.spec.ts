import { LOCALES } from '../support/labels.ts';
import { sendNotifications } from '../support/notifications.ts';
import { button, expectHeading, link } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { PROOF, test } from '../support/test.ts';
import { COMPUTED_NAMES } from './browser.ts';
import { type Transcripts, Walk } from './walk.ts';

test.use(COMPUTED_NAMES);

const TRANSCRIPTS: Transcripts = {
  en: `
    open /my-page → title “Home”
    a notification arrives → says “New notification: Second”
    Notifications, 2 unread → focus region “Notifications”
    View list → focus button “Notifications, 2 unread” · title “Notifications” · focus heading “Notifications”
    {date} Unread: Second … → title “Notification” · focus heading “Second” · says “Notification”
    Back to the list → title “Notifications” · focus heading “Notifications”
    Mark all as read → focus heading “Notifications” · says “All notifications are marked as read. Close”
  `,
  ja: `
    open /my-page → title “ホーム”
    a notification arrives → says “新しいお知らせ：Second”
    お知らせ（未読2件） → focus region “お知らせ”
    一覧を見る → focus button “お知らせ（未読2件）” · title “お知らせ” · focus heading “お知らせ”
    {date} 未読： Second … → focus heading “Second” · says “お知らせ”
    一覧に戻る → focus heading “お知らせ”
    すべて既読にする → focus heading “お知らせ” · says “すべてのお知らせを既読にしました。 閉じる”
  `,
};

for (const locale of LOCALES) {
  // @proves 16.31 16.32
  test(
    `notifications, ${locale}`,
    locale === 'ja' ? PROOF : {},
    async ({ page, portal, member }) => {
      const on = { page, locale };
      await sendNotifications(portal, member.email, [{ title: 'First' }]);
      await startSession(page, portal, member, locale);
      const walk = await Walk.begin(page, locale, TRANSCRIPTS, [
        [/\d{4}\.\d{2}\.\d{2}/g, '{date}'],
        // The heading comes with the notification itself: before the page's title is read, or after.
        [/(says “\S+”) · (focus heading “Second”)/g, '$2 · $1'],
      ]);
      const listening = page.waitForResponse('**/notifications/events');
      await walk.open('/my-page');
      await listening;
      await walk.step('a notification arrives', () =>
        sendNotifications(portal, member.email, [{ title: 'Second' }]),
      );
      const bell = page.getByRole('banner').locator('[popovertarget=bell-panel]');
      await walk.press(bell);
      await walk.press(page.locator('#bell-panel').getByRole('link').last());
      await expectHeading(on, 'Notifications');
      await walk.press(page.getByRole('main').getByRole('link', { name: /Second/ }));
      await walk.press(link(on, 'Back to the list'));
      await walk.press(button(on, 'Mark all as read'));
      walk.end();
    },
  );
}
