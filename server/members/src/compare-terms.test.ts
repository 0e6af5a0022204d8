import type { TermsChanges, TermsPiece, TermsText } from '@portal/shared-contract';
import { formerPortalTerms } from '@portal/shared-contract/former-portal-terms';
import { portalTerms } from '@portal/shared-contract/portal-terms';
import { compareTerms } from './compare-terms.ts';

const BRAND = { ja: 'ブランド', en: 'Brand' };
const article = (title: string, ...paragraphs: string[]) => ({ title, paragraphs });
const terms = (...articles: TermsText['articles']): TermsText => ({
  version: '2026-01-01',
  opening: 'Terms.',
  articles,
});
const SIGNS = { kept: ['', ''], added: ['+', '+'], removed: ['-', '-'] } as const;
const written = (pieces: readonly TermsPiece[]) =>
  pieces.map(({ change, text }) => SIGNS[change].join(text)).join('');
const changedIn = ({ articles }: TermsChanges) =>
  articles
    .filter(({ changed }) => changed)
    .map(({ title, paragraphs }) => [title, ...paragraphs].map(written));

// @proves 12.501
test("the portal's own changes are found word by word, in English and in Japanese", () => {
  const compare = (locale: 'ja' | 'en') => {
    const former = formerPortalTerms('2025-04-01', locale, BRAND);
    if (!former) throw new Error('The first version is not kept');
    return changedIn(compareTerms(former, portalTerms(locale, BRAND), locale));
  };
  expect(compare('en')).toEqual([
    [
      'Article 3. Looking after your account',
      expect.stringMatching(/^Keep your email/),
      expect.stringMatching(/^If you think/),
      expect.stringMatching(/^\+To keep accounts safe .*\+$/),
    ],
    [
      'Article 4. Passports',
      expect.stringMatching(/^A passport/),
      expect.stringMatching(/^Children/),
      expect.stringMatching(/^\+A passport may be transferred.*\+$/),
      expect.stringMatching(/^The code/),
    ],
    [
      'Article 8. Leaving',
      'You may cancel your account -by contacting us -+in your account settings +at any time. If you hold a valid passport, you can do so after it has ended +or been cancelled+.',
      expect.stringMatching(/^If you seriously/),
    ],
  ]);
  const [, , leaving] = compare('ja');
  expect(leaving?.slice(0, 2)).toEqual([
    '第8条（退会）',
    '会員は、-当社へのお問い合わせにより-+アカウント設定から+いつでも退会できます。有効なパスポートをお持ちの場合は、利用期間の終了+後または取消しの+後に退会できます。',
  ]);
});

// @proves 12.501
test('a paragraph with little in common is crossed out and written anew', () => {
  const before = terms(article('1', 'You may leave by letter.', 'Stays.'));
  const after = terms(article('1', 'We open at nine every day but Monday.', 'Stays.', 'More.'));
  expect(changedIn(compareTerms(before, after, 'en'))).toEqual([
    ['1', '-You may leave by letter.-+We open at nine every day but Monday.+', 'Stays.', '+More.+'],
  ]);
});
