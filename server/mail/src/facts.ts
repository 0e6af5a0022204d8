import { nameDevice, type RequestDevice } from '@portal/server-members/devices';
import { msg, translator } from '@portal/server-platform/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import type { Locale } from '@portal/shared-contract';

/** When it happened, on what device, and in which country if the edge names one. */
export function factsOf(locale: Locale, at: Date, device?: RequestDevice): string[] {
  const t = translator(locale);
  const facts = [t(msg`When: ${{ moment: momentInJapan(locale, at) }}`)];
  if (!device) return facts;
  const { browser, system } = nameDevice(device.userAgent);
  const name = [browser, system].filter(Boolean).join(' · ') || t(msg`Unknown device`);
  facts.push(t(msg`Device: ${{ name }}`));
  if (device.country)
    facts.push(t(msg`Country: ${{ country: countryName(locale, device.country) }}`));
  return facts;
}

function countryName(locale: Locale, code: string): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
}
