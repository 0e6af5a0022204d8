import { enabled } from '@portal/delivery/dev/testing';
import { COMPLETE_MEMBER } from '@portal/server/testing/members';
import { authStore, userAtom } from '@portal/shared-auth';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enterCode, fill, heading, press, typeInto, withServer } from '../../testing/actions.ts';
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
const numberCountry = () => screen.getByRole('combobox', { name: 'Country of the number' });

async function fillIn(enter = fill): Promise<void> {
  await heading('Your details');
  await chooseCountry('JP');
  await enter(/^Last name(?! in)/, '桜井');
  await enter(/^First name(?! in)/, 'さくら');
  await enter(/^Last name in katakana/, 'さくらい');
  await enter(/^First name in katakana/, 'サクラ');
  await enter(/^Year/, '1990');
  await enter(/^Month/, '4');
  await enter(/^Day/, '12');
  await userEvent.click(screen.getByRole('radio', { name: 'Female' }));
  await enter(/^Postal code/, '1000001');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByLabelText(/^City/)).toHaveValue('千代田区'));
  await enter(/^Street address/, '千代田1-1');
  await enter(/^Phone number/, '09012345678');
}

async function openAtCheck(answer?: (request: Request) => Promise<Response>, enter = fill) {
  const member = newcomer();
  const opened = await portal.openAsMember(START, member, answer);
  await fillIn(enter);
  await press('Check your details');
  await heading('Check your details');
  return { ...opened, member };
}

// @proves 3.23 12.13 12.14 13.4
test('takes the details, shows them, confirms the registration, and lets the member skip two-step verification', async () => {
  const { count: sent, at } = await openAtCheck(undefined, typeInto);
  for (const shown of ['サクライ', '1990.04.12', '100-0001', '090-1234-5678', 'Tokyo']) {
    expect(screen.getByText(shown)).toBeVisible();
  }
  expect(sent('PUT /me')).toBe(0);
  await press('Register');
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(1);
  expect(authStore.get(userAtom)).toMatchObject({ last_name: '桜井', city: '千代田区' });
  await press('Not now');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

// @proves 12.14 12.39
test('turns on two-step verification without another code', async () => {
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
  expect(screen.getByLabelText(/^Street address/)).toHaveValue('千代田1-1');
  expect(screen.getByLabelText(/^Year/)).toHaveValue('1990');
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
  expect((await screen.findAllByText('Please choose a country or region.')).length).toBe(2);
  expect(screen.queryByText(/postal code/, { selector: 'a' })).toBeNull();
  await chooseCountry('JP');
  expect(labels().join()).toMatch(/katakana.*Prefecture/);
});

// @proves 13.62
test('in Japanese the country is Japan from the start', async () => {
  await portal.openAsMember('/register', newcomer());
  await heading('会員情報の入力');
  expect(document.querySelector('[name=country]')).toHaveValue('JP');
  expect(document.querySelector('[name=last_name_kana]')).toBeVisible();
});

// @proves 13.63
test('the calling code follows the country until it is changed by hand', async () => {
  await portal.openAsMember(START, newcomer());
  await heading('Your details');
  await fill(/^Phone number/, '0851234567');
  await chooseCountry('IE');
  await waitFor(() => expect(numberCountry()).toHaveValue('Ireland +353'));
  expect(screen.getByLabelText(/^Phone number/)).toHaveValue('085 123 4567');
  await fill(/^Phone number/, '+33612345678');
  expect(numberCountry()).toHaveValue('France +33');
  await chooseCountry('DE');
  expect(numberCountry()).toHaveValue('France +33');
});

// @proves 13.62 13.63 13.64
test('a member from Ireland registers without any Japanese field, and what was typed for Japan is not sent', async () => {
  const { sent } = await portal.openAsMember(START, newcomer());
  await heading('Your details');
  await chooseCountry('JP');
  await fill(/^Last name in katakana/, 'バーン');
  await userEvent.selectOptions(screen.getByLabelText(/^Prefecture/), '13');
  await fill(/^First name(?! in)/, 'Aoife');
  await chooseCountry('IE');
  expect(screen.getByLabelText(/^First name/)).toHaveValue('Aoife');
  await fill(/^Last name/, 'Byrne');
  await fill(/^Year/, '1990');
  await fill(/^Month/, '4');
  await fill(/^Day/, '12');
  await userEvent.click(screen.getByRole('radio', { name: 'Female' }));
  await fill(/^City/, 'Galway');
  await fill(/^Phone number/, '0851234567');
  await press('Check your details');
  await heading('Check your details');
  expect(screen.getByText('Ireland')).toBeVisible();
  await press('Register');
  await heading('Welcome!');
  const put = sent.find(({ method }) => method === 'PUT');
  const body = await put?.clone().json();
  expect(body).toMatchObject({ country: 'IE', phone: '+353851234567', phone_country_code: 'IE' });
  expect(Object.keys(body)).not.toContain('prefecture');
  expect(Object.keys(body)).not.toContain('last_name_kana');
});

// @proves 3.9
test('names the missing fields and sends no request', async () => {
  const { count: sent } = await portal.openAsMember(START, newcomer());
  await heading('Your details');
  await press('Check your details');
  expect((await screen.findAllByText('Please enter your last name.')).length).toBe(2);
  expect(sent('PUT /me')).toBe(0);
});

// @proves 8.9
test('an error of the server leads back to its field', async () => {
  await openAtCheck((request) =>
    request.method === 'PUT'
      ? Promise.resolve(
          Response.json(
            { error: 'request.invalid', error_descriptions: { phone: ['format.phone'] } },
            { status: 422 },
          ),
        )
      : portal.server.api.fetch(request),
  );
  await press('Register');
  await heading('Your details');
  expect(
    (await screen.findAllByText('This phone number cannot be used. Please check it.')).length,
  ).toBeGreaterThan(0);
});

// @proves 12.48
test('a member with a complete profile goes straight on', async () => {
  const { at } = await portal.openAsMember(START, { ...newcomer(), ...COMPLETE_MEMBER });
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

// @proves 12.48
test('can be put off', async () => {
  const { at } = await portal.openAsMember(START, newcomer());
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

// @proves 13.5
test('a member with two-step verification confirms by a code, and the details are saved once', async () => {
  const member = { ...newcomer(), mfaEnabled: true };
  const { count: sent } = await portal.openAsMember(START, member, undefined, ['pwd']);
  await fillIn();
  await press('Check your details');
  await heading('Check your details');
  await press('Register');
  await press('Send a code');
  await enterCode(await portal.lastCode(member.email));
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(2);
  // Two-step verification is on already, so it is not offered.
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
