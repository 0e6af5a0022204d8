import { startTestServer, type TestServer } from '@portal/kit/testing';
import { type PushService, startPushService } from '@portal/kit/testing/push-service';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, press } from '../../../testing/open-as.ts';

const START = '/en/account/settings#reminders';
const ON = 'Show the reminders on this device';

let server: TestServer;
let pushes: PushService;
beforeAll(async () => {
  pushes = await startPushService();
  server = await startTestServer({ config: { pushServices: [pushes.host] } });
});
afterAll(async () => {
  await server.close();
  await pushes.close();
});
afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Gives the browser of the tests the parts of the Push API, which jsdom has not. */
function installPush(answer: NotificationPermission, present: NotificationPermission = 'default') {
  const asked: string[] = [];
  const keys: unknown[] = [];
  let subscription: object | undefined;
  const requestPermission = async () => {
    asked.push('permission');
    notification.permission = answer;
    return answer;
  };
  const notification = { permission: present, requestPermission };
  const pushManager = {
    getSubscription: async () => subscription ?? null,
    async subscribe({ applicationServerKey }: { applicationServerKey: unknown }) {
      keys.push(applicationServerKey);
      const { endpoint, ...rest } = pushes.subscribe();
      const unsubscribe = async () => {
        subscription = undefined;
      };
      subscription = { toJSON: () => ({ endpoint, keys: rest }), unsubscribe };
      return subscription;
    },
  };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  Object.assign(window, { PushManager: class {}, Notification: notification });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  return { asked, keys, isSubscribed: () => subscription !== undefined };
}

const panel = () => screen.findByRole('region', { name: 'Passport reminders' });
const value = () =>
  screen.getByRole('button', { name: /^Passport reminders/ }).textContent?.replace(/^.*ers/, '');

// @proves 13.81 15.34
test('a wish that could not be saved is not shown as saved, and says why', async () => {
  let offline = false;
  await openAs(server, START, {}, (request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  );
  const mail = within(await panel()).getByLabelText('Remind me by email');
  offline = true;
  await userEvent.click(mail);
  expect(await within(await panel()).findByText(/You seem to be offline/)).toBeVisible();
  expect(mail).toBeChecked();
});

// @proves 15.35
test('a device that the server does not take keeps no subscription', async () => {
  const { isSubscribed } = installPush('granted');
  await openAs(server, START, {}, (request) =>
    request.url.endsWith('/me/push-subscription')
      ? Promise.resolve(Response.json({ error: 'server.error' }, { status: 500 }))
      : server.api.fetch(request),
  );
  await press(ON);
  await waitFor(() => expect(isSubscribed()).toBe(false));
  expect(await screen.findByRole('button', { name: ON })).toBeVisible();
  expect(value()).toBe('By email · In the portal');
});
