import { authStore, isCancelledAtom, isLoginAtom } from '@portal/kit/auth';
import { todayInJapan } from '@portal/kit/contract';
import { sharedServer } from '@portal/kit/testing';
import {
  confirmAtProvider,
  confirmsAs,
  openScreen,
  openScreenAs,
} from '@portal/kit/testing/open-screen';
import { actAsOperator, createPassportClient } from '@portal/kit/testing/passports';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../routes.ts';
import { openAs, press } from '../../../testing/open-as.ts';

const server = sharedServer();

const START = '/en/account/delete';

// @proves 2.19 2.20 12.32 12.33
test('closes the account once, with a reason and a step-up', async () => {
  const { count, at, accessToken } = await openAs(server, START, { email: 'leaving@example.com' });
  await press('Continue to confirmation');
  expect((await screen.findAllByText('Choose a reason.')).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByLabelText('I get too many emails'));
  await userEvent.type(screen.getByLabelText(/anything you would like to tell us/), 'さようなら');
  await press('Continue to confirmation');
  await screen.findByRole('heading', { name: 'Close your account?' });
  expect(at()).toBe(`${START}/confirm`);
  expect(screen.getByText('I get too many emails')).toBeVisible();
  expect(screen.getByText('さようなら')).toBeVisible();
  expect(screen.queryByText('Passports that you give up')).toBeNull();

  await press('Close my account');
  expect(await confirmAtProvider()).toBe('close_account');
  await waitFor(() => expect(authStore.get(isCancelledAtom)).toBe(true));
  await waitFor(() => expect(authStore.get(isLoginAtom)).toBe(false));
  // One was refused, one succeeded.
  expect(count('DELETE /me')).toBe(2);
  const answer = await server.api.fetch(
    new Request('http://localhost:4302/userinfo', {
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  );
  expect(answer.status).toBe(401);
});

// @proves 5.28
test('sends no empty comment', async () => {
  const opened = await openScreenAs(server, {
    routes,
    path: START,
    member: { email: 'silent@example.com' },
  });
  await userEvent.click(await screen.findByLabelText('It is hard to use'));
  await press('Continue to confirmation');
  await press('Close my account');
  await confirmAtProvider();
  await waitFor(() => expect(authStore.get(isCancelledAtom)).toBe(true));
  const sent = opened.sent.findLast(({ method }) => method === 'DELETE');
  expect(await sent?.json()).toEqual({ reason: 'hard_to_use' });
});

type Client = Awaited<ReturnType<typeof createPassportClient>>;
async function openWithPassport(prepare: (member: Client) => Promise<unknown>) {
  const member = await createPassportClient(server);
  await prepare(member);
  const session = await server.signInAs(member.id);
  const { accessToken, browserKey } = session;
  const opened = await openScreen({
    routes,
    path: START,
    accessToken,
    proveBrowser: async (request) => browserKey.prove({ ...request, now: server.clock.now() }),
    fetch: server.api.fetch,
  });
  confirmsAs(server, { ...opened, id: member.id, session });
  return member;
}

const LIVE_PASSPORTS: [string, (member: Client) => Promise<unknown>, RegExp, boolean][] = [
  [
    'active',
    (member) => member.buyPaid(),
    /^Give it away, or wait until it ends on [A-Z][a-z]{2} \d/,
    true,
  ],
  ['unpaid', (member) => member.buy(), /^Cancel it\.$/, false],
  [
    'not started',
    (member) => member.buyPaid({ usage_start_date: tomorrow() }),
    /^Cancel it, or give it away\.$/,
    false,
  ],
  [
    'offered',
    async (member) => {
      const { id } = await member.buyPaid();
      await member.offer(id, 'somebody@example.com');
    },
    /^You have offered it to .+ You can also withdraw the offer\.$/,
    false,
  ],
  [
    'bound to its holder',
    async (member) => actAsOperator(server, (await member.buyPaid()).id, 'confirmed'),
    /^It can no longer be cancelled or given away\./,
    true,
  ],
];

// @proves 12.34 12.60
test.each(LIVE_PASSPORTS)(
  'a passport that is %s is named first, with the way out, and no reason is asked',
  async (_, prepare, wayOut, givenUp) => {
    await openWithPassport(prepare);
    expect(await screen.findByText('Your account cannot be closed yet')).toBeVisible();
    expect(screen.getByText(wayOut)).toBeVisible();
    expect(screen.getByRole('link', { name: /^Open the passport of/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/en\/my-page\/passports\/[\w-]{36}$/),
    );
    expect(screen.queryByRole('radio')).toBeNull();
    const giveUp = screen.queryAllByRole('button', { name: 'Give up and continue' });
    expect(giveUp).toHaveLength(givenUp ? 1 : 0);
  },
);

const tomorrow = () => todayInJapan(new Date(server.clock.now().getTime() + 24 * 60 * 60 * 1000));
