import { enabled } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { heading, press, withServer } from '../testing/actions.ts';

const portal = withServer();

const PASSWORD = 'matcha-to-daifuku-88';
const API = 'http://localhost:4302';
let people = 0;

/** Signs up with LINE and returns the address of the link in the welcome message. */
async function signUpWithLine(): Promise<string> {
  people += 1;
  const email = `line-${people}@example.com`;
  const ask = (path: string, body: object) =>
    portal.server.api.fetch(
      new Request(API + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const sent = await ask('/v2/mfa/send-code', { type: 'signup', email, locale: 'en' });
  const [terms] = (await (await portal.server.api.fetch(new Request(`${API}/terms`))).json()).data;
  const answer = await ask('/signup', {
    email,
    code: await portal.lastCode(email),
    request: (await sent.json()).request,
    connection_ticket: await portal.server.lineTicket(),
    terms_version: terms.version,
    locale: 'en',
  });
  expect(answer.status).toBe(200);
  return email;
}

describe('the link in the welcome message', () => {
  const openLink = async () => {
    const email = await signUpWithLine();
    const link = await portal.lastLink(email, '/verify-email');
    return { ...(await portal.openAsStranger(link)), link };
  };

  // @proves 2.46 3.44 12.5 12.18
  test('opening it changes nothing; its button confirms the address and leads to setting a password', async () => {
    const { count, at } = await openLink();
    await heading('Confirm your e-mail address');
    expect(count('POST /mfa/verify-link')).toBe(0);
    await press('Confirm this address');
    await heading('Set a password');
    expect(at()).toBe('/en/set-password');
    await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
    await press('Set password');
    await heading('Your password has been set');
    expect(at()).toBe('/en/set-password/complete');
    expect(count('PUT /setting-password')).toBe(1);
    expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
  });

  // @proves 12.6
  test('a used link says that the address is confirmed already', async () => {
    const { reload, link } = await openLink();
    await press('Confirm this address');
    await heading('Set a password');
    await reload(link);
    await press('Confirm this address');
    expect(await screen.findByText(/already been done/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  // @proves 9.26
  test('after a day the link shows an error and offers other ways to continue', async () => {
    await openLink();
    portal.server.clock.advance(25 * 60 * 60 * 1000);
    await press('Confirm this address');
    expect(await screen.findByText(/This link cannot be used/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute(
      'href',
      '/en/reset-password',
    );
  });

  // @proves 9.25
  test('a reload stays on the password form; after ten minutes the member needs a code', async () => {
    const { reload } = await openLink();
    await press('Confirm this address');
    await heading('Set a password');
    await reload('/en/set-password');
    await heading('Set a password');
    portal.server.clock.advance(11 * 60 * 1000);
    await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
    await press('Set password');
    expect(await screen.findByText(/This page has expired/)).toBeVisible();
  });

  // @proves 12.1
  test.each(['/en/set-password', '/en/set-password/complete'])(
    'without the link %s redirects to the page that asks for it',
    async (path) => {
      const { at } = await portal.openAsStranger(path);
      expect(await screen.findByText(/This link cannot be used/)).toBeVisible();
      expect(at()).toBe('/en/verify-email');
    },
  );
});

describe('the link in the message about a locked account', () => {
  const openLink = async () => {
    const { id, email } = await portal.server.createMember({ password: PASSWORD, locale: 'en' });
    await portal.server.mailLock(id);
    const link = await portal.lastLink(email, '/unblock');
    return { ...(await portal.openAsStranger(link)), link };
  };

  // @proves 12.5 12.6
  test('opening it changes nothing; its button ends the lock, and a second use says that it is done', async () => {
    const { count, reload, link } = await openLink();
    await heading('Unlock your account');
    expect(count('POST /unblock')).toBe(0);
    await press('Unlock');
    expect(await screen.findByText(/Your account is unlocked/)).toBeVisible();
    await reload(link);
    await press('Unlock');
    expect(await screen.findByText(/already been done/)).toBeVisible();
  });

  // @proves 9.26
  test('after a day the link shows an error and offers other ways to continue', async () => {
    await openLink();
    portal.server.clock.advance(25 * 60 * 60 * 1000);
    await press('Unlock');
    expect(await screen.findByText(/This link cannot be used/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  // @proves 4.23 12.3
  test('two clicks send one request, and a lost connection shows an error', async () => {
    let offline = true;
    const { id, email } = await portal.server.createMember({ locale: 'en' });
    await portal.server.mailLock(id);
    const link = await portal.lastLink(email, '/unblock');
    const { count } = await portal.openAsStranger(link, (request) =>
      offline ? Promise.reject(new TypeError('Failed to fetch')) : portal.server.api.fetch(request),
    );
    await press('Unlock');
    expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
    offline = false;
    const before = count('POST /unblock');
    const button = screen.getByRole('button', { name: 'Unlock' });
    await enabled(button);
    await userEvent.dblClick(button);
    expect(await screen.findByText(/Your account is unlocked/)).toBeVisible();
    expect(count('POST /unblock')).toBe(before + 1);
  });
});

describe('the link in the message about a sign-in from a new device', () => {
  // @proves 2.84 10.46 12.5 12.6
  test('opening it changes nothing; its button signs out everywhere and leads to a new password', async () => {
    const { id, email } = await portal.server.createMember({ password: PASSWORD, locale: 'en' });
    await portal.server.mailSignIn(id);
    const session = await portal.server.signInAs(id);
    const isSignedIn = async () => {
      const headers = { authorization: `Bearer ${session.accessToken}` };
      return (await portal.server.api.fetch(new Request(`${API}/userinfo`, { headers }))).ok;
    };
    const link = await portal.lastLink(email, '/not-me');
    const { at, count, reload } = await portal.openAsStranger(link);
    await heading('Wasn’t you?');
    expect(count('POST /not-me')).toBe(0);
    expect(await isSignedIn()).toBe(true);
    await press('Sign out everywhere');
    await heading('Choose a new password');
    expect(at()).toBe('/en/reset-password/form');
    expect(await isSignedIn()).toBe(false);
    await reload(link);
    await press('Sign out everywhere');
    expect(await screen.findByText(/already been done/)).toBeVisible();
  });
});

test.each(['/unblock', '/verify-email', '/not-me'])(
  '%s without its code shows an error in Japanese',
  async (path) => {
    await portal.openAsStranger(path);
    expect(await screen.findByText(/このリンクは使用できません/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'ログイン' })).toBeEnabled();
  },
);
