import { COMPLETE_MEMBER } from '@portal/kit/testing/members';
import { screen, waitFor } from '@testing-library/react';
import { signedUp } from '../../flow/signed-up.ts';
import { fill, heading, press, withServer } from '../../testing/actions.ts';
import { withoutPasskeys, withPasskeys } from '../../testing/passkeys.ts';

const portal = withServer();
afterEach(() => {
  withoutPasskeys();
  localStorage.removeItem('passkey_declined');
});

const OFFER = 'Next time, sign in without a password';
const offer = () => screen.queryByRole('heading', { name: OFFER });
let count = 0;
const PASSKEY_OPTIONS = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' } };
const PASSKEY = {
  id: 'AAAA',
  name: 'Passkey',
  created_at: '2026-11-21T00:00:00.000Z',
  last_used_at: null,
  backed_up: true,
};

/** The server's library for passkeys does not run in jsdom; `security.test.ts` has its answers. */
function answerOfPasskeys(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/me/passkeys/options') {
    return Promise.resolve(Response.json({ data: PASSKEY_OPTIONS }));
  }
  if (pathname === '/me/passkeys' && request.method === 'POST') {
    return Promise.resolve(Response.json({ data: PASSKEY }));
  }
  return portal.server.api.fetch(request);
}

/** Opens the profile as the sign-up leaves it, with one field still to fill in. */
async function openAfterSignUp({ withPassword = true } = {}) {
  count += 1;
  const email = `signed-up-${count}@example.com`;
  const member = { ...COMPLETE_MEMBER, email, emailVerified: true, firstName: null };
  const opened = await portal.openAsMember('/en/register', member, answerOfPasskeys);
  await heading('Your details');
  // The sign-up came before, in this tab.
  signedUp.write({ withPassword });
  await opened.reload('/en/register');
  await heading('Your details');
  return { ...opened, email };
}

async function register(): Promise<void> {
  await fill(/^First name(?! in)/, 'さくら');
  await press('Register');
  await heading('Welcome!');
}

// @proves 12.82
test.each([
  [true, 'Step 4 of 4: Details'],
  [false, 'Step 3 of 3: Details'],
])(
  'goes on with the count of the sign-up (password: %s), to its end',
  async (withPassword, step) => {
    await openAfterSignUp({ withPassword });
    expect(screen.getByText(step)).toBeVisible();
    await register();
    expect(screen.queryByText(/^Step/)).toBeNull();
  },
);

// @proves 12.84
test('offers a passkey at the end, and creates it by one press', async () => {
  withPasskeys();
  const { at, count: sent } = await openAfterSignUp();
  await register();
  expect(offer()).toBeVisible();
  await press('Create a passkey');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
  expect(sent('POST /me/passkeys')).toBe(1);
});

// @proves 3.80 12.84
test('"Not now" leads on, and no passkey is offered in this browser any more', async () => {
  withPasskeys();
  const { at, reload } = await openAfterSignUp();
  await register();
  await press('Not now');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
  signedUp.write({ withPassword: true });
  await reload('/en/register/complete');
  await heading('Welcome!');
  expect(offer()).toBeNull();
  expect(screen.getByRole('link', { name: 'Turn on two-step verification' })).toBeVisible();
});
