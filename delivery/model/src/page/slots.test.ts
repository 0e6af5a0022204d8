import { remoteDocument } from '../testing/documents.ts';
import { portalConfig } from '../testing/portal-config.ts';
import { slotsOnPage } from './slots.ts';

const height = { phone: 74, desktop: 49 };
type Card = NonNullable<NonNullable<Parameters<typeof remoteDocument>[1]>['slots']>[string];
const offering = (...cards: readonly [part: string, card?: Partial<Card>][]) =>
  Object.fromEntries(
    cards.map(([part, card]) => [
      part,
      {
        release: remoteDocument(part, { slots: { 'home.cards': { files: [], height, ...card } } }),
      },
    ]),
  );
const partsOf = (over: Partial<Parameters<typeof slotsOnPage>[0]>) =>
  slotsOnPage({ config: portalConfig(), remotes: {}, ...over })['home.cards']?.map(
    ({ part }) => part,
  );

// @proves 7.740
test('the page names the cards of a slot with their heights and audiences, by order and name', () => {
  const remotes = offering(
    ['zoo', { order: 1, audience: 'secondStepOff' }],
    ['offers'],
    ['news', { order: 500 }],
  );
  expect(slotsOnPage({ config: portalConfig(), remotes })).toEqual({
    'home.cards': [
      { part: 'zoo', height, audience: 'secondStepOff' },
      { part: 'news', height },
      { part: 'offers', height },
    ],
  });
});

// @proves 7.740
test('a page has as many cards of a slot as a screen has room for, and none about another provider', () => {
  const remotes = offering(...['a', 'b', 'c', 'd', 'e', 'f'].map((part) => [part] as [string]));
  expect(partsOf({ remotes })).toEqual(['a', 'b', 'c', 'd', 'e']);
  const own = offering(['account', { ownProvider: true }]);
  expect(partsOf({ remotes: own })).toEqual(['account']);
  const { idp } = portalConfig();
  const endpoints = { authorization: 'https://id.example/a', token: 'https://id.example/t' };
  const config = portalConfig({ idp: { ...idp, endpoints } });
  expect(partsOf({ remotes: own, config })).toBeUndefined();
});
