import type { ReceiptConfig } from '@portal/shared-contract';
import { StartRefused } from './start-refused.ts';

/** Of a qualified invoice in Japan: T and 13 digits. */
const REGISTRATION_NUMBER = /^T\d{13}$/;

/**
 * Reads who issues receipts: `RECEIPT_ISSUER`, and the number of a registered issuer of qualified invoices,
 * `RECEIPT_REGISTRATION_NUMBER`.
 * @returns undefined where neither is set
 * @throws StartRefused for a number of another form, or without an issuer
 */
export function receiptIssuer(
  env: Readonly<Record<string, string | undefined>>,
): ReceiptConfig | undefined {
  const issuer = env.RECEIPT_ISSUER?.trim();
  const registrationNumber = env.RECEIPT_REGISTRATION_NUMBER?.trim();
  if (!issuer && !registrationNumber) return undefined;
  if (!issuer) {
    throw new StartRefused(
      'Please set RECEIPT_ISSUER too: a registration number is that of an issuer.',
    );
  }
  if (!registrationNumber) return { issuer };
  if (!REGISTRATION_NUMBER.test(registrationNumber)) {
    throw new StartRefused(
      'Please set RECEIPT_REGISTRATION_NUMBER to T and 13 digits, such as T1234567890123.',
    );
  }
  return { issuer, registrationNumber };
}
