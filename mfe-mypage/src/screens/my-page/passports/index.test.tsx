import { createTestClock, sharedServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { seedPassportsFor } from '@portal/kit/testing/passports';
import { screen, within } from '@testing-library/react';
import * as routes from '../../../routes.ts';
import { HANAKO } from '../../../testing/members.ts';

const server = sharedServer({ clock: createTestClock(new Date()) });

const open = (prepare: (memberId: string) => Promise<void> = async () => {}) =>
  openScreenAs(server, { routes, path: '/en/my-page/passports', member: HANAKO, prepare });

// @proves 2.112
test('shows every passport as a card that leads to its page, and where to buy one', async () => {
  await open((memberId) => seedPassportsFor(server, memberId));
  const [list] = await screen.findAllByRole('list');
  const cards = await within(list as HTMLElement).findAllByRole('link');
  expect(cards.map((card) => card.textContent)).toEqual([
    expect.stringMatching(/^Annual passport山田 花子Valid until/),
    expect.stringMatching(/Awaiting payment山田 陽太/),
    expect.stringMatching(/Expired山田 花子/),
  ]);
  expect(cards[0]).toHaveAttribute('href', expect.stringMatching(/^\/en\/my-page\/passports\/.+/));
  expect(screen.getByRole('link', { name: 'Buy a passport' })).toHaveAttribute(
    'href',
    '/en/my-page/passports/purchase',
  );
});

// @proves 2.112
test('says so when there is none', async () => {
  await open();
  expect(await screen.findByText('As often as you like.')).toBeVisible();
});
