import type { Locale, LocalizedText } from '../../locale.ts';
import { portalTerms } from './index.ts';
import type { Terms } from './terms.ts';

const FIRST_VERSION = '2025-04-01';

/** The articles that had another text in the first version, by their fragments. */
const OF_THE_FIRST: Readonly<Record<Locale, Readonly<Record<string, string[]>>>> = {
  ja: {
    account: [
      'メールアドレス、パスワード、確認コードは、ご自身の責任で管理し、他の方に教えたり使わせたりしないでください。',
      'アカウントが他の方に使われたおそれがあるときは、すぐにパスワードを変更し、当社にご連絡ください。',
    ],
    passports: [
      'パスポートは、画面に示された利用期間に限り、登録された利用者ご本人がご利用いただけます。',
      '利用開始日時点で満3歳に満たないお子さまは無料です。',
      '表示されたコードを複製したり、第三者に販売したりすることはできません。',
    ],
    withdrawal: [
      '会員は、当社へのお問い合わせによりいつでも退会できます。有効なパスポートをお持ちの場合は、利用期間の終了後に退会できます。',
      '本規約に重大な違反があった場合、当社は、理由をお知らせしたうえで、アカウントの利用を停止することがあります。',
    ],
  },
  en: {
    account: [
      'Keep your email address, password and confirmation codes to yourself. Do not tell them to anyone or let anyone else use them.',
      'If you think someone else has used your account, change your password at once and contact us.',
    ],
    passports: [
      'A passport may be used only by its registered holder and only during the period shown on it.',
      'Children who are under three years old on the first day of use are free of charge.',
      'The code that a passport shows must not be copied or sold.',
    ],
    withdrawal: [
      'You may cancel your account by contacting us at any time. If you hold a valid passport, you can do so after it has ended.',
      'If you seriously breach these Terms, we may suspend your account after telling you the reason.',
    ],
  },
};

/** The portal's own terms in an earlier version; undefined for one whose text is not kept. */
export function formerPortalTerms(
  version: string,
  locale: Locale,
  brand: LocalizedText,
): Terms | undefined {
  if (version !== FIRST_VERSION) return undefined;
  const { articles, ...rest } = portalTerms(locale, brand);
  return {
    ...rest,
    version,
    articles: articles.map((article) => ({
      ...article,
      paragraphs: OF_THE_FIRST[locale][article.id] ?? article.paragraphs,
    })),
  };
}
