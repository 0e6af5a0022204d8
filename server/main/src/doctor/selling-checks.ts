import { type Check, remedy } from './check.ts';

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

/** What to see to before passports are sold to members of other machines. */
export const SELLING_CHECKS: readonly Check[] = Object.entries(NEEDED).map(([name, what]) => ({
  name: `before you sell: ${name}`,
  asks: 'whether it is set',
  run: ({ variables }) => (variables[name] ? 'ok' : remedy(`Set ${name}: it names ${what}.`)),
}));
