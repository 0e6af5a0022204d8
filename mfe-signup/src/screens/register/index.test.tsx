import { authStore, userAtom } from '@portal/kit/auth';
import { COMPLETE_MEMBER } from '@portal/kit/testing/members';
import { confirmAtProvider, enabled } from '@portal/kit/testing/open-screen';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill, heading, press, typeInto, withServer } from '../../testing/actions.ts';
import { registerFlow } from './flow.ts';

const portal = withServer();

const START = '/en/register';
let count = 0;
/** A member who has just signed up: only the e-mail address is known. */
const newcomer = () => {
  count += 1;
  return { email: `new-${count}@example.com`, emailVerified: true };
};

const chooseCountry = async (country: string) =>
  void fireEvent.change(await screen.findByLabelText(/^Country or region/), {
    target: { value: country },
  });
const labels = () =>
  [...document.querySelectorAll('label, legend')].map((label) => label.textContent ?? '');

async function fillIn(enter = fill): Promise<void> {
  await heading('Your details');
  await chooseCountry('JP');
  await enter(/^Last name(?! in)/, '桜井');
  await enter(/^First name(?! in)/, 'さくら');
  await enter(/^Last name in katakana/, 'さくらい');
  await enter(/^First name in katakana/, 'サクラ');
}

async function openAtCheck(answer?: (request: Request) => Promise<Response>, enter = fill) {
  const member = newcomer();
  const opened = await portal.openAsMember(START, member, answer);
  await fillIn(enter);
  await press('Check your details');
  await heading('Check your details');
  return { ...opened, member };
}

// @proves 12.13 12.14
test('takes the details, shows them, confirms the registration, and lets the member skip the second step', async () => {
  const { count: sent, at } = await openAtCheck(undefined, typeInto);
  for (const shown of ['桜井', 'サクライ', 'サクラ', 'Japan', 'Not subscribed']) {
    expect(screen.getByText(shown)).toBeVisible();
  }
  expect(sent('PUT /me')).toBe(0);
  await press('Register');
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(1);
  expect(authStore.get(userAtom)).toMatchObject({ last_name: '桜井', country: 'JP' });
  await press('Not now');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

// @proves 12.14 12.39
test('turns on the second step without another code', async () => {
  const { at } = await openAtCheck();
  await press('Register');
  await heading('Welcome!');
  await userEvent.click(screen.getByRole('link', { name: 'Turn on two-step verification' }));
  await heading('Two-step verification');
  await press('Turn on');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
  expect(authStore.get(userAtom)).toMatchObject({ mfa_enabled: true, mfa_channel: 'email' });
});

// @proves 12.1
test.each(['confirm', 'complete', 'enable-2fa'])(
  'a deep link to %s goes to the first step',
  async (step) => {
    const { at } = await portal.openAsMember(`${START}/${step}`, newcomer());
    await heading('Your details');
    expect(at()).toBe(START);
  },
);

// @proves 12.2 5.17
test('Back and a reload keep everything that was typed', async () => {
  const { reload } = await openAtCheck();
  await reload('/en/register/confirm');
  await heading('Check your details');
  await reload(START);
  await heading('Your details');
  expect(screen.getByLabelText(/^Last name in katakana/)).toHaveValue('サクライ');
  expect(screen.getByLabelText(/^First name(?! in)/)).toHaveValue('さくら');
});

// @proves 13.62
test('asks for the country first, and for nothing Japanese before Japan is chosen', async () => {
  await portal.openAsMember(START, newcomer());
  await heading('Your details');
  expect(screen.getByLabelText(/^Country or region/)).toHaveValue('');
  const shown = labels();
  const before = (one: RegExp, other: RegExp) =>
    shown.findIndex((text) => one.test(text)) < shown.findIndex((text) => other.test(text));
  expect(before(/^Country or region/, /^First name/)).toBe(true);
  expect(shown.join()).not.toMatch(/katakana|Prefecture/);
  await press('Check your details');
  expect((await screen.findAllByText('Choose a country or region.')).length).toBe(2);
  await chooseCountry('JP');
  expect(labels().join()).toMatch(/katakana/);
});

// @proves 13.62
test('in Japanese the country is Japan from the start', async () => {
  await portal.openAsMember('/register', newcomer());
  await heading('会員情報の入力');
  expect(document.querySelector('[name=country]')).toHaveValue('JP');
  expect(document.querySelector('[name=last_name_kana]')).toBeVisible();
});

// @proves 13.90
test.each([
  ['JP', 'Country or region, First name, Last name, First name in katakana, Last name in katakana'],
  ['IE', 'Country or region, First name, Last name'],
])('a member in %s is asked for nothing that only a passport needs', async (country, asked) => {
  await portal.openAsMember(START, newcomer());
  await heading('Your details');
  await chooseCountry(country);
  const fields = [...document.querySelectorAll('form label')].map((label) =>
    (label.textContent ?? '').replace(/\W*required\W*$/i, '').trim(),
  );
  expect(fields).toEqual([...asked.split(', '), 'I would like to receive news by e-mail']);
  expect(screen.getByText(/When you buy a passport, we ask for the rest/)).toBeVisible();
});

// @proves 13.62 13.64 13.90
test('a member from Ireland registers by name and country, and what was typed for Japan is not sent', async () => {
  const { sent } = await portal.openAsMember(START, newcomer());
  await heading('Your details');
  await chooseCountry('JP');
  await fill(/^Last name in katakana/, 'バーン');
  await fill(/^First name(?! in)/, 'Aoife');
  await chooseCountry('IE');
  expect(screen.getByLabelText(/^First name/)).toHaveValue('Aoife');
  await fill(/^Last name/, 'Byrne');
  await press('Check your details');
  await heading('Check your details');
  expect(screen.getByText('Ireland')).toBeVisible();
  await press('Register');
  await heading('Welcome!');
  const put = sent.find(({ method }) => method === 'PUT');
  expect(await put?.clone().json()).toEqual({
    country: 'IE',
    first_name: 'Aoife',
    last_name: 'Byrne',
    email_opt_in: false,
  });
});

// @proves 13.90
test('names the missing fields and sends no request', async () => {
  const { count: sent } = await portal.openAsMember(START, newcomer());
  await heading('Your details');
  await press('Check your details');
  expect((await screen.findAllByText('Enter a last name.')).length).toBe(2);
  expect(sent('PUT /me')).toBe(0);
});

// @proves 8.9
test('an error of the server leads back to its field', async () => {
  await openAtCheck((request) =>
    request.method === 'PUT'
      ? Promise.resolve(
          Response.json(
            { error: 'request.invalid', error_descriptions: { last_name: ['format.characters'] } },
            { status: 422 },
          ),
        )
      : portal.server.api.fetch(request),
  );
  await press('Register');
  await heading('Your details');
  expect(
    (await screen.findAllByText('Some of these characters cannot be used. Remove them.')).length,
  ).toBeGreaterThan(0);
});

// @proves 12.48
test('a member who lacks only what a passport needs goes straight on', async () => {
  const member = { ...newcomer(), ...COMPLETE_MEMBER, dateOfBirth: null, phone: null, city: null };
  const { at } = await portal.openAsMember(START, member);
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

// @proves 12.48
test('can be put off', async () => {
  const { at } = await portal.openAsMember(START, newcomer());
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

// @proves 13.5
test('a member with a second step confirms at the provider, and the details are saved once', async () => {
  const member = { ...newcomer(), mfaEnabled: true };
  const { count: sent } = await portal.openAsMember(START, member, undefined, ['pwd']);
  await fillIn();
  await press('Check your details');
  await heading('Check your details');
  await press('Register');
  expect(await confirmAtProvider()).toBe('edit_profile');
  await press('Register');
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(2);
  // The second step is on already, so it is not offered.
  expect(screen.queryByRole('link', { name: 'Turn on two-step verification' })).toBeNull();
  await press('Continue');
});

// @proves 4.23 12.3
test('two clicks send one request, and a lost connection loses nothing that was typed', async () => {
  let offline = false;
  const { count: sent } = await openAtCheck((request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : portal.server.api.fetch(request),
  );
  offline = true;
  await press('Register');
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  offline = false;
  const before = sent('PUT /me');
  const button = screen.getByRole('button', { name: 'Register' });
  await enabled(button);
  await userEvent.dblClick(button);
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(before + 1);
});

// @proves 12.4
test('after completion the first step redirects to the last', async () => {
  const { reload, at } = await openAtCheck();
  await press('Register');
  await heading('Welcome!');
  await reload(START);
  await heading('Welcome!');
  expect(at()).toBe('/en/register/complete');
  act(() => registerFlow.forget());
});
