import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp } from '@portal/server-endpoint/api';
import { limitByAddress } from '@portal/server-endpoint/limits';
import { mountForMember } from '@portal/server-endpoint/mount';
import { isUuid } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { equals } from '@portal/server-platform/database/rows';
import { err } from '@portal/server-platform/outcome';
import { colorsOf } from '@portal/shared-brand/look/look';
import { type Locale, listWalletLinks, todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { findPassport } from '../passport/access.ts';
import { type PassportRecord, passportStatus } from '../passport/passport.ts';
import { isValidImageLink, signWalletLink } from '../passport/photos.ts';
import type { PassportApiContext } from '../routes/api-context.ts';
import { passports } from '../schema/passports.ts';
import { applePass, PKPASS_TYPE } from './apple-pass.ts';
import type { GoogleWallet } from './settings.ts';
import { endOfDay, walletPass } from './wallet-pass.ts';

/** The cards of wallets (docs/decisions/0064-codes.md). */
export function mountPassportWallets(app: ApiApp, context: PassportApiContext): void {
  const { config, clock } = context;
  const { google } = config.wallets;
  /** An iPhone takes no pass that is signed with a certificate that has ended. */
  const apple = () =>
    (clock.now() < (config.wallets.apple?.endsAt ?? 0) && config.wallets.apple) || undefined;

  mountForMember(app, context, listWalletLinks, async ({ params }, { member, locale }) => {
    const found = await findPassport(context, member.id, params.id);
    if (!found.ok) return found;
    const { passport, role } = found.value;
    if (role !== 'owner' || !belongsInWallet(context, passport)) {
      return { data: { apple: null, google: null } };
    }
    return {
      data: {
        apple: apple() ? signWalletLink(context, passport.id, passport.codeVersion) : null,
        google: google
          ? await googleLink(passport, locale ?? member.locale, google, context)
          : null,
      },
    };
  });

  // The device itself fetches the pass, without a token. A forged, an expired and an unknown address answer 404.
  app.get('/passports/:id/wallet.pkpass', limitByAddress(context), async (c) => {
    const id = c.req.param('id');
    const version = Number(c.req.query('version'));
    const wallet = apple();
    const isValid = isValidImageLink(context, ['wallet', id, version], c.req.query());
    const found = isUuid(id) && isValid && (await readPassport(context, id, version));
    if (!wallet || !found || !belongsInWallet(context, found.passport)) {
      return answerRefusal(c, err('request.not_found'));
    }
    const { passport, locale } = found;
    c.header('cache-control', 'no-store');
    c.header('content-type', PKPASS_TYPE);
    c.header('content-disposition', 'attachment; filename="passport.pkpass"');
    return c.body(new Uint8Array(await applePass(passport, locale, wallet, config)));
  });
}

/** The passport and its owner's language: the device that fetches the pass does not say whose it is. */
async function readPassport({ db }: PassportApiContext, id: string, codeVersion: number) {
  const [found] = await db
    .select({ passport: passports, locale: members.locale })
    .from(passports)
    .innerJoin(members, eq(members.id, passports.ownerId))
    .where(equals(passports, { id, codeVersion }));
  return found;
}

/** Whether the passport can be used, now or from its first day on, and is not offered to somebody. */
function belongsInWallet({ clock }: PassportApiContext, passport: PassportRecord): boolean {
  const status = passportStatus(passport, todayInJapan(clock.now()));
  const isUsable = status === 'active' || status === 'upcoming';
  return isUsable && passport.transferStatus !== 'transferring';
}

const SAVE_ADDRESS = 'https://pay.google.com/gp/v/save/';

/**
 * The link that saves a passport to Google Wallet: a token with the card in it, so that Google learns of a passport
 * only from the member who presses the button (developers.google.com/wallet/generic/web).
 */
async function googleLink(
  passport: PassportRecord,
  locale: Locale,
  { issuer, email, key }: GoogleWallet,
  { config, clock }: PassportApiContext,
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
