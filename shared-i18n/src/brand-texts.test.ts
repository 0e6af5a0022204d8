import { activateLocale, addTexts, i18n } from './catalogs.ts';

const { portal } = window;
afterEach(() => {
  window.portal = portal;
});

// @proves 16.65
test("the operator's texts go before those of every catalog that is loaded, whatever the order", () => {
  const texts = { ja: { greeting: ['ようこそ、', ['name'], '様'] } };
  window.portal = { config: { texts } } as unknown as typeof portal;
  addTexts('ja', { messages: { greeting: ['こんにちは、', ['name'], 'さん'], other: 'ほか' } });
  addTexts('ja', { messages: { greeting: ['こんにちは、', ['name'], 'さん'] } });
  addTexts('en', { messages: { greeting: ['Hello, ', ['name']] } });
  activateLocale('ja');
  expect(i18n._('greeting', { name: '花子' })).toBe('ようこそ、花子様');
  expect(i18n._('other')).toBe('ほか');
  activateLocale('en');
  expect(i18n._('greeting', { name: 'Hanako' })).toBe('Hello, Hanako');
});
