import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CardOnPage } from '@portal/shared-contract';
import { addTexts } from '@portal/shared-i18n';
import type { RemoteRoutes } from '@portal/shared-routing';
import { drawCardsWith, Slot } from '@portal/shared-ui';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { RemoteLoadError } from '../remotes/remote-load-error.ts';
import { createRemoteRegistry } from '../remotes/remote-registry.ts';
import { type StageEvent, sendStagesTo } from '../telemetry/report-stage.ts';
import { openPortal } from '../testing/portal.tsx';
import { Broken } from '../testing/remote.tsx';
import { Card } from './card.tsx';

const CONTACT = msg`Contact`;
const LIMIT_MS = 30;
const HEIGHT = { phone: 80, desktop: 64 };

/** Each element that a card waits at, and what tells it that the member is near. */
const waiting: { near: () => void; options: IntersectionObserverInit | undefined }[] = [];
const platform = window.IntersectionObserver;
beforeEach(() => {
  waiting.length = 0;
  window.IntersectionObserver = class extends platform {
    constructor(seen: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(seen, options);
      const near = () => seen([{ isIntersecting: true } as IntersectionObserverEntry], this);
      waiting.push({ near, options });
    }
  };
});
afterEach(() => {
  window.IntersectionObserver = platform;
});

const Home = (): ReactElement => (
  <>
    <h1>Home</h1>
    <Slot name="home.cards" />
  </>
);
const ContactCard = () => (
  <p>
    <Trans>Contact</Trans>
  </p>
);

const remoteOf = (
  japanese: string,
  Component = ContactCard as () => ReactElement,
): RemoteRoutes => ({
  title: CONTACT,
  rows: [],
  slots: [{ slot: 'home.cards', height: HEIGHT, lazy: async () => ({ Component }) }],
  loadCatalog: async () => ({ messages: { [CONTACT.id]: [japanese] } }),
});

type Remotes = Readonly<Record<string, () => Promise<RemoteRoutes>>>;

/** Opens a home with these cards, which begin to load when `near` is called. */
async function openHome(remotes: Remotes, more: Partial<CardOnPage> = {}) {
  const events: StageEvent[] = [];
  sendStagesTo((event) => events.push(event));
  const opened: string[] = [];
  const registry = createRemoteRegistry({
    owning: () => 'mypage',
    async load(name, locale) {
      opened.push(name);
      const remote = await (remotes[name] as Remotes[string])();
      addTexts(locale, await remote.loadCatalog(locale), name);
      return remote;
    },
    released: async () => ({}),
  });
  drawCardsWith((card) => <Card {...card} remotes={registry} limitMs={LIMIT_MS} />);
  await openPortal({
    path: '/my-page',
    accessToken: 'token',
    slots: {
      'home.cards': Object.keys(remotes).map((part) => ({ part, height: HEIGHT, ...more })),
    },
    remotes: {
      owning: () => 'mypage',
      load: async () => ({
        ...remoteOf('ホーム'),
        rows: [{ path: '/my-page', title: CONTACT, lazy: async () => ({ Component: Home }) }],
      }),
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  return {
    events,
    opened,
    near: () => act(async () => waiting.forEach(({ near }) => void near())),
  };
}

// @proves 7.740 7.741 7.742
test('a card comes when the member is near it, with the texts of its own remote, and its place is kept', async () => {
  const { events, opened, near } = await openHome({
    account: async () => remoteOf('ご連絡先'),
    offers: async () => remoteOf('窓口'),
  });
  expect(opened).toEqual([]);
  expect(waiting.map(({ options }) => options?.rootMargin)).toEqual(['100% 0px', '100% 0px']);
  const place = screen.getByRole('main').querySelector<HTMLElement>('h1 + div > div');
  expect(place?.style.getPropertyValue('--phone')).toBe('5rem');
  expect(place?.style.getPropertyValue('--desktop')).toBe('4rem');
  await near();
  expect(await screen.findByText('ご連絡先')).toBeVisible();
  expect(screen.getByText('窓口')).toBeVisible();
  expect(opened).toEqual(['account', 'offers']);
  await waitFor(() =>
    expect(events).toContainEqual(expect.objectContaining({ part: 'offers', stage: 'shown' })),
  );
});

const never = () => new Promise<never>(() => {});

// @proves 7.743
test.each([
  ['throws', async () => remoteOf('', Broken), 'broken'],
  [
    'cannot be loaded',
    () => Promise.reject(new RemoteLoadError('offers', 'lost', 'unreachable')),
    'unreachable',
  ],
  ['does not come in time', never, undefined],
  ['is not in the release that started', async () => ({ ...remoteOf(''), slots: [] }), undefined],
])('a card that %s is gone, and the screen and the other cards stay', async (_how, offers, why) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { events, near } = await openHome({ account: async () => remoteOf('ご連絡先'), offers });
  const places = () => screen.getByRole('main').querySelectorAll('h1 ~ div').length;
  expect(places()).toBe(2);
  await near();
  await waitFor(() => expect(places()).toBe(1));
  expect(screen.getByText('ご連絡先')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  expect(events).toContainEqual(expect.objectContaining({ part: 'offers', stage: 'failed', why }));
  expect(events.filter(({ stage, part }) => stage === 'failed' && part !== 'offers')).toEqual([]);
  log.mockRestore();
});

// @proves 7.741
test('a card for members without a confirmed address has no place for anybody else', async () => {
  await openHome({ account: async () => remoteOf('') }, { audience: 'emailNotVerified' });
  expect(waiting).toEqual([]);
});
