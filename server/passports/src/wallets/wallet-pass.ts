import { portalUrl } from '@portal/server-members/account-context';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { formatCalendarDate, type Locale, nameInOrder } from '@portal/shared-contract';
import type { PassportRecord } from '../passport/passport.ts';
import type { PassportSettings } from '../settings.ts';

/** What the card in a wallet shows, in one language. It has no turnstile code (docs/decisions/0064). */
export type WalletPass = {
  readonly brand: string;
  readonly title: string;
  readonly facts: readonly WalletFact[];
  /** To the passport's page, where the code is. */
  readonly link: { readonly label: string; readonly url: string };
  readonly note: string;
};

type WalletFact = {
  readonly key: 'holder' | 'from' | 'until' | 'number';
  readonly label: string;
  readonly value: string;
};

const LABELS: Readonly<Record<WalletFact['key'], MessageDescriptor>> = {
  holder: msg({ message: 'Holder', context: 'of a passport' }),
  from: msg`Valid from`,
  until: msg`Valid until`,
  number: msg`Passport number`,
};

/** A passport as a card of a wallet: its holder, dates and number, and nothing else of the member. */
export function walletPass(
  passport: PassportRecord,
  locale: Locale,
  config: Pick<PassportSettings, 'brand' | 'portalOrigin'>,
): WalletPass {
  const t = translator(locale);
  const name = { last_name: passport.holderLastName, first_name: passport.holderFirstName };
  const values: Readonly<Record<WalletFact['key'], string>> = {
    holder: nameInOrder(name, locale),
    from: formatCalendarDate(passport.usageStartDate, locale),
    until: formatCalendarDate(passport.extExpirationDate, locale),
    number: passport.extMemberCode ?? '',
  };
  return {
    brand: config.brand.name[locale],
    title: t(msg`Annual passport`),
    facts: (Object.keys(LABELS) as WalletFact['key'][])
      .filter((key) => values[key] !== '')
      .map((key) => ({ key, label: t(LABELS[key]), value: values[key] })),
    link: {
      label: t(msg`Show the QR code`),
      url: portalUrl({ config }, locale, `/my-page/passports/${passport.id}`),
    },
    note: t(msg`This card opens no gate. Open the QR code of the passport in the portal.`),
  };
}

export const endOfDay = (date: string): Date => new Date(`${date}T23:59:59+09:00`);
