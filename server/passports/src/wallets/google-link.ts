import type { Clock } from '@portal/server-platform/clock';
import { colorsOf } from '@portal/shared-brand/look/look';
import type { Locale } from '@portal/shared-contract';
import { SignJWT } from 'jose';
import type { PassportRecord } from '../passport/passport.ts';
import type { PassportSettings } from '../settings.ts';
import type { GoogleWallet } from './settings.ts';
import { endOfDay, walletPass } from './wallet-pass.ts';

const SAVE_ADDRESS = 'https://pay.google.com/gp/v/save/';

/**
 * The link that saves a passport to Google Wallet: a token with the card in it, so that Google learns of a passport
 * only from the member who presses the button (developers.google.com/wallet/generic/web).
 */
export async function googleLink(
  passport: PassportRecord,
  locale: Locale,
  { issuer, email, key }: GoogleWallet,
  {
    config,
    clock,
  }: { readonly config: Pick<PassportSettings, 'brand' | 'portalOrigin'>; readonly clock: Clock },
): Promise<string> {
  const { brand, title, facts, link } = walletPass(passport, locale, config);
  const text = (value: string) => ({ defaultValue: { language: locale, value } });
  const [holder, ...others] = facts;
  const classId = `${issuer}.passport`;
  const payload = {
    genericClasses: [{ id: classId }],
    genericObjects: [
      {
        // After it has changed hands it is another card: Google keeps what it has under an id.
        id: `${issuer}.${passport.id}.${passport.codeVersion}`,
        classId,
        state: 'ACTIVE',
        hexBackgroundColor: colorsOf(config.brand.look).accent.light,
        cardTitle: text(brand),
        subheader: text(title),
        header: text(holder?.value ?? ''),
        validTimeInterval: { end: { date: endOfDay(passport.extExpirationDate).toISOString() } },
        textModulesData: others.map(({ key: id, label, value }) => ({
          id,
          header: label,
          body: value,
        })),
        linksModuleData: { uris: [{ id: 'link', uri: link.url, description: link.label }] },
      },
    ],
  };
  const jwt = await new SignJWT({ typ: 'savetowallet', payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience('google')
    .setIssuedAt(clock.now())
    .sign(key);
  return SAVE_ADDRESS + jwt;
}
