import { sharedServer, type TestServer } from '@portal/kit/testing';
import { COMPLETE_MEMBER } from '@portal/kit/testing/members';
import { enabled, openScreenAs } from '@portal/kit/testing/open-screen';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../routes.ts';
import { passFirstStep } from '../../../testing/open-as.ts';

const server = sharedServer();

type Member = Parameters<TestServer['createMember']>[0];
type Fetch = (request: Request) => Promise<Response>;

/** Opens a screen as a new member. `sent()` returns the bodies of the PUT requests so far. */
async function openAs(member: Member, path = '/en/account/edit', fetch?: Fetch) {
  const opened = await openScreenAs(server, { routes, path, member, fetch });
  const puts = () => opened.sent.filter(({ method }) => method === 'PUT');
  const sent = () => Promise.all(puts().map((request) => request.clone().json()));
  return { ...opened, sent };
}

const field = (name: string | RegExp) => screen.findByLabelText(name);
/** The button, once it is enabled again 600 ms after the last request. */
async function readyToSave() {
  const save = await screen.findByRole('button', { name: 'Save' });
  await enabled(save);
  return save;
}
const check = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Check the changes' }));

async function retype(name: string | RegExp, text: string) {
  const control = await field(name);
  await userEvent.clear(control);
  await userEvent.type(control, text);
  await userEvent.tab();
}

// @proves 3.34
test('shows a changed field before and after, and sends only that field', async () => {
  const { at, sent } = await openAs(COMPLETE_MEMBER);
  await retype(/^City/, '港区');
  await check();
  await waitFor(() => expect(at()).toBe('/en/account/edit/confirm'));
  const terms = await screen.findAllByRole('term');
  expect(terms.map((term) => term.textContent)).toEqual(['City']);
  expect(screen.getByRole('definition')).toHaveTextContent('Before: 千代田区After: 港区');
  await userEvent.click(await readyToSave());
  await waitFor(() => expect(at()).toBe('/en/account/edit/complete'));
  expect(await screen.findByText('Your profile has been saved.')).toBeVisible();
  expect(await sent()).toEqual([{ city: '港区' }]);
});

test('converts kana to katakana after composition and leaves it alone during composition', async () => {
  await openAs({ country: 'JP' });
  const kana = await field(/^Last name in katakana/);
  fireEvent.compositionStart(kana);
  fireEvent.change(kana, { target: { value: 'やまd' } });
  expect(kana).toHaveValue('やまd');
  fireEvent.change(kana, { target: { value: 'やまだ' } });
  fireEvent.compositionEnd(kana);
  expect(kana).toHaveValue('ヤマダ');
  await retype(/^First name in katakana/, 'ﾊﾅｺ');
  expect(await field(/^First name in katakana/)).toHaveValue('ハナコ');
});

// @proves 3.35
test('the towns of a postal code are forgotten with the form that asked for them', async () => {
  const { router, at } = await openAs({ country: 'JP' });
  await retype(/^Postal code/, '4980000');
  expect(await screen.findByText(/several towns/)).toBeVisible();
  await act(() => router.navigate('/nowhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(at()).toBe('/nowhere'));
  await act(() => router.navigate('/en/account/edit'));
  expect(await field(/^Postal code/)).toHaveValue('');
  expect(screen.queryByText(/several towns/)).toBeNull();
});

// @proves 3.24
test('a postal code that is not found leaves no town of the earlier one, but what was typed', async () => {
  await openAs({ country: 'JP', firstName: '花子' });
  await retype(/^Postal code/, '1000001');
  await waitFor(async () => expect(await field(/^City/)).toHaveValue('千代田区'));
  await retype(/^Street address/, '丸の内1-1');
  await retype(/^Postal code/, '0000000');
  expect(await screen.findByText(/We do not know this postal code/)).toBeVisible();
  expect(await field(/^City/)).toHaveValue('');
  expect(await field(/^Prefecture/)).toHaveDisplayValue('Choose one');
  expect(await field(/^Street address/)).toHaveValue('丸の内1-1');
});

// @proves 5.31 9.18
test('the phone number is typed into a field of type tel with a placeholder', async () => {
  await openAs({ country: 'JP' });
  const number = await field(/^Phone number/);
  expect(number).toHaveAttribute('type', 'tel');
  expect(number).toHaveAttribute('maxlength', '25');
  expect(number).toHaveAttribute('placeholder', 'Enter a phone number');
});

// @proves 3.33
test('saving shows an error while offline and works once the connection is back', async () => {
  let offline = false;
  const { at, sent } = await openAs(COMPLETE_MEMBER, '/en/account/edit', (request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  );
  await retype(/^City/, '港区');
  await check();
  const save = await readyToSave();
  offline = true;
  await userEvent.dblClick(save);
  expect(await screen.findByText(/offline/)).toBeVisible();
  expect(await sent()).toHaveLength(1);
  offline = false;
  await userEvent.click(await readyToSave());
  await waitFor(() => expect(at()).toBe('/en/account/edit/complete'));
  expect(await sent()).toHaveLength(2);
});

// @proves 12.30
test('asks before leaving with changes, and not without', async () => {
  const { router, at } = await openAs(COMPLETE_MEMBER);
  await retype(/^City/, '港区');
  act(() => void router.navigate('/en/account'));
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(at()).toBe('/en/account/edit');
  expect(await field(/^City/)).toHaveValue('港区');
  act(() => void router.navigate('/en/account'));
  const leave = await screen.findByRole('button', { name: 'Leave without saving' });
  const city = await field(/^City/);
  fireEvent.click(leave);
  // The form stays until the next page has its data.
  fireEvent.change(city, { target: { value: '中央区' } });
  await waitFor(() => expect(at()).toBe('/en/account'));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await act(() => router.navigate('/en/account/edit'));
  expect(await field(/^City/)).toHaveValue('千代田区');
});

// @proves 12.28 12.51
test('with a second step a step-up comes first and saving needs no other', async () => {
  const { at, sent } = await openAs({ ...COMPLETE_MEMBER, mfaEnabled: true, mfaChannel: 'email' });
  expect(screen.queryByLabelText(/^City/)).not.toBeInTheDocument();
  await passFirstStep();
  await retype(/^City/, '港区');
  await check();
  await userEvent.click(await readyToSave());
  await waitFor(() => expect(at()).toBe('/en/account/edit/complete'));
  expect(await sent()).toEqual([{ city: '港区' }]);
});
