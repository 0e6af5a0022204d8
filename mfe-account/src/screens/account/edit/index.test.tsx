import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, STEP_UP_MS } from '@portal/kit/contract';
import { COMPLETE_PROFILE } from '@portal/kit/contract/testing';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { COMPLETE_MEMBER, toCamelCase } from '@portal/kit/testing/members';
import { confirmAtProvider, enabled, openScreenAs } from '@portal/kit/testing/open-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../routes.ts';
import { passFirstStep } from '../../../testing/open-as.ts';

const API = 'http://localhost:4302';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

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
const numberCountry = () => screen.findByRole('combobox', { name: 'Country of the number' });
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

// @proves 2.4 12.28 13.90
test('fills the fields with the stored profile', async () => {
  await openAs(COMPLETE_MEMBER);
  expect(await field(/^Last name(?! in)/)).toHaveValue('山田');
  expect(await field(/^First name in katakana/)).toHaveValue('ハナコ');
  expect(await field('Year')).toHaveValue('1990');
  expect(await field('Month')).toHaveValue('04');
  expect(screen.getByRole('radio', { name: 'Female' })).toBeChecked();
  expect(await field(/^Postal code/)).toHaveValue('100-0001');
  expect(await field(/^Prefecture/)).toHaveDisplayValue('Tokyo');
  expect(await field(/^Phone number/)).toHaveValue('090-1234-5678');
  await waitFor(async () => expect(await numberCountry()).toHaveValue('Japan +81'));
  expect(await field(/receive news/)).toBeChecked();
});

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

/** The fields with the most common controls, and their examples. */
const TYPED = PROFILE_FIELD_NAMES.flatMap((name) => {
  const value = COMPLETE_PROFILE[name];
  const { kind } = PROFILE_FIELDS[name];
  return (kind === 'text' || kind === 'flag') && value !== null ? [{ name, value }] : [];
});

// @proves 13.3
test('every text and every box of the profile arrives in the database', async () => {
  const empty = toCamelCase(Object.fromEntries(TYPED.map(({ name }) => [name, null])));
  const { at, accessToken } = await openAs({ ...COMPLETE_MEMBER, ...empty });
  await field(/^City/);
  for (const { name, value } of TYPED) {
    const control = document.querySelector(`[name="${name}"]`) as HTMLElement;
    if (typeof value === 'string') await userEvent.type(control, value);
    else await userEvent.click(control);
  }
  await check();
  await waitFor(() => expect(at()).toBe('/en/account/edit/confirm'));
  expect(await screen.findAllByRole('term')).toHaveLength(TYPED.length);
  await userEvent.click(await readyToSave());
  await waitFor(() => expect(at()).toBe('/en/account/edit/complete'));
  const headers = { authorization: `Bearer ${accessToken}` };
  const stored = await server.api.fetch(new Request(`${API}/userinfo`, { headers }));
  expect(await stored.json()).toMatchObject(COMPLETE_PROFILE);
});

test('says that nothing was changed and stays on the form', async () => {
  const { at } = await openAs(COMPLETE_MEMBER);
  await check();
  expect(await screen.findByText('You have not changed anything yet.')).toBeVisible();
  expect(at()).toBe('/en/account/edit');
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

test('a postal code fills empty fields and keeps typed ones', async () => {
  await openAs({ country: 'JP' });
  await retype(/^City/, 'わが町');
  await retype(/^Postal code/, '１０００００１');
  await waitFor(async () => expect(await field(/^Street address/)).toHaveValue('千代田'));
  expect(await field(/^Postal code/)).toHaveValue('100-0001');
  expect(await field(/^Prefecture/)).toHaveDisplayValue('Tokyo');
  expect(await field(/^City/)).toHaveValue('わが町');
  await userEvent.click(await screen.findByRole('button', { name: /千代田区 千代田/ }));
  expect(await field(/^City/)).toHaveValue('千代田区');
});

test('a postal code of several towns offers a choice', async () => {
  await openAs({ country: 'JP' });
  await retype(/^Postal code/, '4980000');
  const offer = await screen.findByText(/several towns/);
  const [, second] = within(offer.parentElement as HTMLElement).getAllByRole('button');
  const words = second?.textContent ?? '';
  await userEvent.click(second as HTMLElement);
  expect(words).toContain((await field(/^City/)).getAttribute('value'));
  expect(screen.queryByText(/several towns/)).not.toBeInTheDocument();
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

test('ignores the look-up of a postal code that has changed since', async () => {
  const held = Promise.withResolvers<void>();
  await openAs({ country: 'JP' }, '/en/account/edit', async (request) => {
    if (request.url.endsWith('/1000001')) await held.promise;
    return server.api.fetch(request);
  });
  await retype(/^Postal code/, '1000001');
  await retype(/^Postal code/, '5300001');
  await waitFor(async () => expect(await field(/^Prefecture/)).toHaveDisplayValue('Osaka'));
  held.resolve();
  await Promise.resolve();
  expect(await field(/^Street address/)).toHaveValue('梅田');
});

test('the required fields depend on the country', async () => {
  await openAs({ country: 'FR' });
  await field(/^Last name(?! in)/);
  expect(screen.queryByLabelText(/katakana/)).not.toBeInTheDocument();
  expect(await field(/^Street address/)).not.toBeRequired();
  await check();
  const summary = await screen.findByRole('region', { name: 'Check the following' });
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Enter a last name.',
    'Enter a first name.',
    'Enter a date of birth.',
    'Choose a gender.',
    'Enter your city.',
    'Enter a phone number.',
  ]);
  // Validation errors come before the message that nothing was changed.
  expect(screen.queryByText('You have not changed anything yet.')).not.toBeInTheDocument();
  await userEvent.selectOptions(await field(/^Country or region/), 'JP');
  expect(await field(/^Street address/)).toBeRequired();
  expect(await field(/^Last name in katakana/)).toBeRequired();
});

// @proves 5.31 9.18
test('the phone number is typed into a field of type tel with a placeholder', async () => {
  await openAs({ country: 'JP' });
  const number = await field(/^Phone number/);
  expect(number).toHaveAttribute('type', 'tel');
  expect(number).toHaveAttribute('maxlength', '25');
  expect(number).toHaveAttribute('placeholder', 'Enter a phone number');
});

test('formats the phone number while typing and keeps the caret', async () => {
  await openAs({ country: 'JP' });
  const phone = (await field(/^Phone number/)) as HTMLInputElement;
  await waitFor(async () => expect(await numberCountry()).toHaveValue('Japan +81'));
  await userEvent.type(phone, '０９０１２３４５６７８');
  expect(phone).toHaveValue('090-1234-5678');
  phone.setSelectionRange(5, 5);
  await userEvent.keyboard('{Backspace}');
  expect(phone).toHaveValue('090-2345-678');
  expect(phone.selectionStart).toBe(3);
  await userEvent.keyboard('9');
  expect(phone).toHaveValue('090-9234-5678');
  expect(phone.selectionStart).toBe(5);
});

test('a number with a plus selects its country; the list is searchable by name in both languages and by dial code', async () => {
  await openAs({ country: 'JP' });
  const country = (await numberCountry()) as HTMLInputElement;
  await waitFor(() => expect(country).toHaveValue('Japan +81'));
  await retype(/^Phone number/, '+33612345678');
  expect(country).toHaveValue('France +33');
  expect(await field(/^Phone number/)).toHaveValue('+33 6 12 34 56 78');
  for (const [typed, found] of [
    ['どいつ', 'Germany +49'],
    ['germ', 'Germany +49'],
    ['+49', 'Germany +49'],
    ['にほん', 'Japan +81'],
  ]) {
    await userEvent.click(country);
    fireEvent.change(country, { target: { value: typed } });
    expect(await screen.findByRole('option', { name: found as string })).toBeVisible();
  }
});

test('sends a cleared field as null and leaves out one that was empty before', async () => {
  const { sent, at } = await openAs({
    ...COMPLETE_MEMBER,
    country: 'FR',
    address: '11 rue Pierre',
    prefectureId: undefined,
  });
  await userEvent.clear(await field(/^Street address/));
  await check();
  await userEvent.click(await readyToSave());
  await waitFor(() => expect(at()).toBe('/en/account/edit/complete'));
  expect(await sent()).toEqual([{ address: null }]);
});

test('a deep link into a later step redirects to the first', async () => {
  const { at } = await openAs(COMPLETE_MEMBER, '/account/edit/confirm');
  await screen.findByRole('heading', { level: 1, name: '会員情報の編集' });
  expect(at()).toBe('/account/edit');
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

test('a form left open until its draft expired still takes input and submits', async () => {
  const { at, sent } = await openAs(COMPLETE_MEMBER);
  await field(/^City/);
  sessionStorage.clear();
  await retype(/^City/, '港区');
  await check();
  await userEvent.click(await readyToSave());
  await waitFor(() => expect(at()).toBe('/en/account/edit/complete'));
  expect(await sent()).toEqual([{ city: '港区' }]);
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

test('a step-up that has ended is given again, and the save is made once', async () => {
  const { at, sent, id } = await openAs({
    ...COMPLETE_MEMBER,
    mfaEnabled: true,
    mfaChannel: 'email',
  });
  await passFirstStep();
  await retype(/^City/, '港区');
  await check();
  const save = await readyToSave();
  server.clock.advance(STEP_UP_MS);
  await server.renewSessions(id);
  await userEvent.click(save);
  await confirmAtProvider();
  await userEvent.click(await readyToSave());
  await waitFor(() => expect(at()).toBe('/en/account/edit/complete'));
  expect(await sent()).toEqual([{ city: '港区' }, { city: '港区' }]);
});
