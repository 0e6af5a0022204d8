import { drawPng } from '@portal/shared-brand/app/draw-png';
import { iconSvg } from '@portal/shared-brand/app/icon-svg';
import { colorsOf } from '@portal/shared-brand/look/look';
import { LOCALES, type Locale } from '@portal/shared-contract';
import type { PassportRecord } from '../passport/passport.ts';
import type { PassportSettings } from '../settings.ts';
import type { AppleWallet } from './settings.ts';
import { endOfDay, type WalletPass, walletPass } from './wallet-pass.ts';

export const PKPASS_TYPE = 'application/vnd.apple.pkpass';

const ICON_WIDTH = 29;
const SCALES = [1, 2, 3];

/** A passport as a signed pass in both languages: the device chooses, else it shows the member's. */
export async function applePass(
  passport: PassportRecord,
  locale: Locale,
  wallet: AppleWallet,
  config: Pick<PassportSettings, 'brand' | 'portalOrigin'>,
): Promise<Buffer> {
  const shown = Object.fromEntries(
    LOCALES.map((locale) => [locale, walletPass(passport, locale, config)]),
  ) as Record<Locale, WalletPass>;
  const own = shown[locale];
  const { accent, 'accent.on': on } = colorsOf(config.brand.look);
  // Loaded with the first pass: it brings a hundred modules, and few servers have Apple's keys.
  const { PKPass } = await import('passkit-generator');
  const pass = new PKPass(
    await icons(config),
    { wwdr: wallet.issuer, signerCert: wallet.certificate, signerKey: wallet.key },
    {
      passTypeIdentifier: wallet.passType,
      teamIdentifier: wallet.team,
      // The same card again on a device that has it.
      serialNumber: passport.id,
      organizationName: own.brand,
      description: own.title,
      logoText: own.brand,
      backgroundColor: rgb(accent.light),
      foregroundColor: rgb(on.light),
      labelColor: rgb(on.light),
      sharingProhibited: true,
    },
  );
  pass.type = 'generic';
  pass.setExpirationDate(endOfDay(passport.extExpirationDate));
  for (const fact of own.facts) {
    const fields = fact.key === 'holder' ? pass.primaryFields : pass.secondaryFields;
    fields.push(fact);
  }
  const { label, url } = own.link;
  pass.backFields.push(
    { key: 'link', label, value: url },
    { key: 'note', label: own.title, value: own.note },
  );
  for (const one of LOCALES) pass.localize(one, translations(own, shown[one]));
  return pass.getAsBuffer();
}

/** The texts of the pass, and the address that its link opens, in another language. */
function translations(from: WalletPass, to: WalletPass): Record<string, string> {
  const pairs = [
    [from.brand, to.brand],
    [from.title, to.title],
    [from.link.label, to.link.label],
    [from.link.url, to.link.url],
    [from.note, to.note],
    ...from.facts.flatMap((fact, at) => [
      [fact.label, to.facts[at]?.label],
      [fact.value, to.facts[at]?.value],
    ]),
  ];
  return Object.fromEntries(pairs);
}

async function icons({ brand }: Pick<PassportSettings, 'brand'>): Promise<Record<string, Buffer>> {
  const drawn = await Promise.all(
    SCALES.map(async (scale) => [
      scale === 1 ? 'icon.png' : `icon@${scale}x.png`,
      await drawPng(iconSvg('touch', ICON_WIDTH * scale, brand.look)),
    ]),
  );
  return Object.fromEntries(drawn);
}

function rgb(color: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgb(${r}, ${g}, ${b})`;
}
