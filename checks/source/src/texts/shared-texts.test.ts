import { checkSharedTexts, sharedTextProblems } from './shared-texts.ts';

const shared = {
  file: 'shared-ui/src/locales/ja.po',
  entries: [{ id: 'a', message: 'Contact', translation: 'お問い合わせ' }],
};
const own = (entry: { id?: string; translation?: string }) => ({
  file: 'mfe-account/src/locales/ja.po',
  entries: [{ id: 'a', message: 'Contact', translation: 'お問い合わせ', ...entry }],
});

// @proves 7.631
test('no package translates a text of a shared package in another way', () => {
  expect(sharedTextProblems()).toEqual([]);
});

test.each([
  ['another translation of the same text', { translation: 'ご連絡先' }, 1],
  ['the same translation', {}, 0],
  ['another translation of a text with a context', { id: 'b', translation: 'ご連絡先' }, 0],
])('%s', (_, entry, problems) => {
  expect(checkSharedTexts([shared], [shared, own(entry)])).toHaveLength(problems);
});
