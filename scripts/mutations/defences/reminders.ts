import type { Defence } from '../defence.ts';

const SUBSCRIPTIONS = 'server/src/api/routes/reminders.test.ts';
const SENDING = 'server/src/mail/transports/push.test.ts';

/** What keeps reminders to one for each day, and push messages to the member and to known services. */
export const REMINDERS: readonly Defence[] = [
  {
    name: 'reminder-once',
    without: 'a reminder is sent again by each run',
    file: 'server/src/domain/passports/reminders.ts',
    changes: [
      ['if (first) await send', 'await send'],
      ['    notExists(sent),\n', ''],
    ],
    tests: ['server/src/domain/passports/reminders.test.ts'],
    product: ['15.32'],
  },
  {
    name: 'push-services',
    without: 'a browser can name any address for the server to call',
    file: 'server/src/domain/push/push-subscriptions.ts',
    changes: [['!isPushService(endpoint, config.pushServices) || ', '']],
    tests: [SUBSCRIPTIONS],
    product: ['15.38'],
    asvs: ['1.3.6'],
  },
  {
    name: 'push-services-at-sending',
    without: 'a service that is no longer allowed is called',
    file: 'server/src/mail/transports/push.ts',
    changes: [['!key || !isPushService(endpoint, config.pushServices)', '!key']],
    tests: [SENDING],
    product: ['15.38'],
  },
  {
    name: 'push-redirect',
    without: 'a push service can lead the server to another address',
    file: 'server/src/mail/transports/push.ts',
    changes: [["redirect: 'error'", "redirect: 'follow'"]],
    tests: [SENDING],
    product: ['15.38'],
    asvs: ['15.3.2'],
  },
  {
    name: 'push-after-sign-out',
    without: 'a browser that has signed out still gets push messages',
    file: 'server/src/idp/session-adapter.ts',
    changes: [['if (signedOut && left?.memberId)', 'if (!left)']],
    tests: ['server/src/idp/sign-out.test.ts'],
    product: ['15.36'],
  },
  {
    name: 'push-of-another-member',
    without: 'a browser gets the push messages of who used it before',
    file: 'server/src/idp/browser-keys.ts',
    changes: [
      ['if (bound?.memberId) await removePushOfOthers', 'if (!bound) await removePushOfOthers'],
    ],
    tests: ['server/src/idp/browser-keys.test.ts'],
    product: ['15.36'],
  },
  {
    name: 'push-own-origin',
    without: 'a press on a push message opens any address',
    file: 'delivery/src/page/worker/push.ts',
    changes: [['page?.origin === location.origin ? page.href', 'page ? page.href']],
    tests: ['delivery/src/page/worker/push.test.ts'],
    product: ['15.39'],
  },
];
