import { countryOfIpAnswer, JAPAN } from '@portal/shared-contract';
import { useEffect, useRef } from 'react';
import type { PortalForm } from '../../form/use-portal-form.ts';
import { loadedPhoneNumbers } from '../phone/load-phone-numbers.ts';
import type { TypedPhone } from '../phone/phone-numbers.ts';
import type { ProfileFormSchema } from './profile-rules.ts';

export type Countries = ReturnType<typeof useCountries>;

/** The number's country follows the address's until set by hand. With none, the IP address suggests both. */
export function useCountries({ values, change }: PortalForm<typeof ProfileFormSchema>) {
  // A number that the form opens with has its country already.
  const byHand = useRef(values.phone !== '');
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, where no country is known
  useEffect(() => {
    if (values.country !== '') return undefined;
    let here = true;
    void countryFromIp(window.portal.config.ipCountryUrl).then((found) => {
      if (!here || latest.current.country !== '') return;
      // A visitor to Japan has an address there too, and would meet the fields of a Japanese member.
      if (found !== undefined && found !== JAPAN) choose(found);
      else if (latest.current.phone_country_code === '')
        change({ phone_country_code: found ?? JAPAN });
    });
    return () => {
      here = false;
    };
  }, []);

  /** Sets the country of the address. The calling code follows it. */
  function choose(country: string) {
    const numbers = loadedPhoneNumbers();
    const hasNumbers = numbers?.dialCodes().some(({ iso2 }) => iso2 === country) ?? true;
    if (byHand.current || country === '' || !hasNumbers) return change({ country });
    const number = latest.current.phone;
    const phone = numbers?.formatTyped({ number, country }, 'auto').number ?? number;
    change({ country, phone, phone_country_code: country });
  }

  /** Sets the phone number. A country that the member gives it stays. */
  function changePhone({ number, country }: TypedPhone): void {
    if (country !== latest.current.phone_country_code) byHand.current = true;
    change({ phone: number, phone_country_code: country });
  }

  return { choose, changePhone };
}

/** The longest wait for the guess, in milliseconds; the member may have chosen a country by then. */
const LOOK_UP_MS = 4_000;

/** The country of the member's IP address, a mere default: undefined if there is no look-up or it fails. */
export async function countryFromIp(
  url: string | undefined,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<string | undefined> {
  if (!url) return undefined;
  try {
    const answer = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LOOK_UP_MS),
    });
    return answer.ok ? countryOfIpAnswer(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}
