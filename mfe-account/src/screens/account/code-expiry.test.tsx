import { STEP_UP_MS } from '@portal/kit/contract';
import { sharedServer } from '@portal/kit/testing';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
import { advanceClock, followServerClock } from '@portal/kit/testing/test-clock';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, passFirstStep, press } from '../../testing/open-as.ts';

const server = sharedServer();
beforeEach(() => followServerClock(server));
afterEach(() => jest.restoreAllMocks());

const PASSWORD = 'sakura-mochi-2026';

// @proves 10.426
test('a step-up that has ended is given again, and all but passwords has been kept', async () => {
  const { id, sent } = await openAs(server, '/en/account/change-email', {
    email: 'expiry@example.com',
    password: PASSWORD,
  });
  const type = async (label: RegExp, text: string) =>
    userEvent.type(await screen.findByLabelText(label), text);
  await passFirstStep();
  await type(/^New email address/, 'later@example.com');
  await type(/^Current password/, PASSWORD);
  await advanceClock(server, id, STEP_UP_MS);
  await press('Send a code to this address');
  await confirmAtProvider();
  expect(await screen.findByLabelText(/^New email address/)).toHaveValue('later@example.com');
  await type(/^Current password/, PASSWORD);
  await press('Send a code to this address');
  await screen.findByRole('heading', { level: 1, name: 'Confirm the new address' });
  // One call was refused, one succeeded.
  expect(sent().filter((call) => call === 'PUT /me/change-email')).toHaveLength(2);
  expect(JSON.stringify(sessionStorage)).not.toMatch(/sakura/);
});
