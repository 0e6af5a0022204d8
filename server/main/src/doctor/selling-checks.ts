import { randomUUID } from 'node:crypto';
import { fileKey } from '@portal/delivery-model/document';
import { openStore } from '@portal/delivery-model/store/open-store';
import { passesOf } from '@portal/shared-brand/read/passes';
import { isOnSale, type SiteLink, todayInJapan } from '@portal/shared-contract';
import type { Variables } from '@portal/shared-process/data-folder';
import type { Config } from '../config.ts';
import { type Check, remedy, type Subject } from './check.ts';

/** What members are to find where something is sold, by the setting that says it. */
const NEEDED: Readonly<Record<string, string>> = {
  COMMERCE_LAW_URL: 'the page that 特定商取引法 wants of who sells at a distance',
  PRIVACY_URL: 'the page that says what is done with personal data',
  CONTACT_URL: 'the page for questions',
  ACCESSIBILITY_URL: 'the statement on accessibility',
  RECEIPT_ISSUER: 'who issues the receipts',
  SECURITY_CONTACT: 'where somebody writes who has found a weakness',
  PAYMENT_URL: 'the payment provider, without which passports are paid for at the counter alone',
};

/** Those that may be pages of the brand's folder. */
const PAGES: Readonly<Record<string, SiteLink>> = {
  COMMERCE_LAW_URL: 'commerce-law',
  PRIVACY_URL: 'privacy',
  CONTACT_URL: 'contact',
  ACCESSIBILITY_URL: 'accessibility',
};

/** The settings without which members miss something that whoever sells passports owes them. */
export const missingToSell = (
  { brand }: Pick<Config, 'brand'>,
  variables: Variables,
): readonly string[] =>
  Object.keys(NEEDED).filter((name) => {
    const page = PAGES[name];
    // Without a brand, the pages are those of the demo.
    return !variables[name] && !(page && variables.BRAND && brand.pages?.[page]);
  });

/** What to see to before passports are sold to members of other machines. */
export const SELLING_CHECKS: readonly Check[] = [
  {
    name: 'before you sell: passes.json',
    asks: 'whether a kind is on sale today',
    run: ({ config, clock }) => {
      const today = todayInJapan(clock.now());
      if (passesOf(config).kinds.some((kind) => isOnSale(kind, today))) return 'ok';
      return remedy('Set “sold” in passes.json: no kind is on sale today.');
    },
  },
  ...Object.entries(NEEDED).map(([name, what]) => ({
    name: `before you sell: ${name}`,
    asks: 'whether it is set',
    run: ({ config, variables }: Subject) => {
      if (!missingToSell(config, variables).includes(name)) return 'ok';
      const page = PAGES[name];
      return remedy(
        `Set ${name}${page ? `, or put “${page}” into the brand's pages.json` : ''}: it names ${what}.`,
      );
    },
  })),
];

export const STORE_CHECKS: readonly Check[] = [
  {
    name: 'release store',
    asks: 'whether RELEASE_STORE can be written, also on a condition, and read',
    async run({ config }) {
      const store = openStore(config.releases.store);
      const bytes = new TextEncoder().encode(randomUUID());
      // Of no part; a sweep removes it after a day.
      const key = fileKey('doctor', randomUUID());
      await store.putIfAbsent(key, bytes);
      const read = await store.get(key);
      if (read === undefined || Buffer.compare(read, bytes) !== 0) {
        return remedy(
          'Use a RELEASE_STORE that gives back what was just written: this one does not.',
        );
      }
      if (await store.putIfAbsent(key, bytes)) {
        return remedy(
          'Use a RELEASE_STORE that writes on a condition (If-None-Match: *): this one writes over what is there.',
        );
      }
      return 'ok';
    },
  },
];
