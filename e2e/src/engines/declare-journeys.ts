import type { Locale } from '@portal/shared-contract';
import { createMember } from '../support/members.ts';
import { PROOF } from '../support/test.ts';
import type { Journey } from './journey.ts';
import { type Size, test } from './test.ts';

/** Each journey goes through both sizes and both languages, and with its neighbour through each pair of them. */
const PAIRS: readonly (readonly (readonly [Size, Locale])[])[] = [
  [
    ['phone', 'ja'],
    ['desktop', 'en'],
  ],
  [
    ['phone', 'en'],
    ['desktop', 'ja'],
  ],
];

/** @param sample the journeys of every run, in one of their pairs; the whole is a proof */
export function declareJourneys(
  journeys: Readonly<Record<string, Journey>>,
  sample: readonly string[],
): void {
  test.describe.configure({ timeout: 120_000 });
  for (const [at, [name, journey]] of Object.entries(journeys).entries()) {
    for (const [index, [size, locale]] of (PAIRS[at % PAIRS.length] ?? []).entries()) {
      test(
        `${name}, ${size}, ${locale}`,
        index === 0 && sample.includes(name) ? {} : PROOF,
        async ({ openBrowser, portal, errors }) => {
          const browser = await openBrowser(size, locale);
          await journey({
            portal,
            locale,
            browser,
            page: await browser.newPage(),
            member: await createMember(portal),
            openAnother: () => openBrowser(size, locale),
            errors,
          });
        },
      );
    }
  }
}
