import { fireEvent, screen } from '@testing-library/react';
import { fill, heading, press, withServer } from '../../testing/actions.ts';

const portal = withServer();

const START = '/en/register';
let count = 0;
/** A member who has just signed up: only the email address is known. */
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
