import { sharedServer } from '@portal/kit/testing';
import { COMPLETE_MEMBER } from '@portal/kit/testing/members';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, press } from '../../../../testing/open-as.ts';

const server = sharedServer();

async function retype(name: RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(name);
  await userEvent.clear(field);
  await userEvent.type(field, text);
  await userEvent.tab();
}

// @proves 2.453 12.117
test('an address is changed with its fields alone and one button, which leads back', async () => {
  const { at, count } = await openAs(server, '/en/account/edit/address', COMPLETE_MEMBER);
  await retype(/^City/, '港区');
  expect(screen.queryByLabelText(/^First name/)).toBeNull();
  await press('Save this address');
  await waitFor(() => expect(at()).toBe('/en/account'));
  expect(count('PUT /me')).toBe(1);
  expect(await screen.findByText(/港区/)).toBeVisible();
});

// @proves 10.426 12.31
test('a phone number is saved on the return from confirming it, with what was typed', async () => {
  const member = { ...COMPLETE_MEMBER, email: 'part@example.com' };
  const { at, count } = await openAs(server, '/en/account/edit/phone', member);
  await retype(/^Phone number/, '080-1234-5678');
  await press('Save this number');
  expect(await confirmAtProvider()).toBe('edit_profile');
  await waitFor(() => expect(at()).toBe('/en/account'));
  expect(count('PUT /me')).toBe(2);
});

// @proves 12.117
test('an address of no such page leads to the whole form', async () => {
  const member = { ...COMPLETE_MEMBER, email: 'unknown-part@example.com' };
  const { at } = await openAs(server, '/en/account/edit/hobbies', member);
  await waitFor(() => expect(at()).toBe('/en/account/edit'));
});
