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
    await heading('Confirm your email address');
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
