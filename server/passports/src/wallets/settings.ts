import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Read } from '@portal/shared-process/setting-values';
import * as v from 'valibot';

/** The certificate with which Apple lets the operator sign passes (docs/your-own-portal.md). */
export type AppleWallet = {
  /** From the certificate's subject: the identifier of the passes and of the team at Apple. */
  readonly passType: string;
  readonly team: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  readonly issuer: string;
  /** An iPhone accepts no pass that is signed later. */
  readonly endsAt: Date;
};

/** The operator's account at Google Wallet, and the service account that signs. */
export type GoogleWallet = {
  readonly issuer: string;
  readonly email: string;
  readonly key: KeyObject;
};

export type Wallets = {
  readonly apple?: AppleWallet | undefined;
  readonly google?: GoogleWallet | undefined;
};

export const WALLET_VARIABLES = {
  APPLE_WALLET_CERTIFICATE: v.optional(v.string()),
  APPLE_WALLET_KEY: v.optional(v.string()),
  APPLE_WALLET_KEY_PASSPHRASE: v.optional(v.string()),
  APPLE_WALLET_ISSUER_CERTIFICATE: v.optional(v.string()),
  GOOGLE_WALLET_ISSUER: v.optional(v.string()),
  GOOGLE_WALLET_ACCOUNT: v.optional(v.string()),
};
type Variables = Read<typeof WALLET_VARIABLES>;

/** Those that a file can hold. */
export const WALLET_SECRETS = [
  'APPLE_WALLET_CERTIFICATE',
  'APPLE_WALLET_KEY',
  'APPLE_WALLET_KEY_PASSPHRASE',
  'APPLE_WALLET_ISSUER_CERTIFICATE',
  'GOOGLE_WALLET_ACCOUNT',
] as const;

const APPLE = [
  'APPLE_WALLET_CERTIFICATE',
  'APPLE_WALLET_KEY',
  'APPLE_WALLET_ISSUER_CERTIFICATE',
] as const;

/** A key of a service account, as Google makes it; it has more than this. */
const AccountSchema = v.object({
  client_email: v.pipe(v.string(), v.email()),
  private_key: v.string(),
});

/**
 * Reads the settings of both wallets, and checks that their keys and certificates fit each other.
 * @returns one sentence that tells what to set where something does not
 */
export function walletsOf(env: Variables): Wallets | string {
  const apple = appleOf(env);
  if (typeof apple === 'string') return apple;
  const google = googleOf(env);
  return typeof google === 'string' ? google : { apple, google };
}

function appleOf(env: Variables): AppleWallet | string | undefined {
  const missing = APPLE.filter((name) => !env[name]);
  if (missing.length === APPLE.length) return undefined;
  if (missing.length > 0) {
    return `Please set ${missing.join(' and ')} too: Apple Wallet needs ${APPLE.join(', ')}.`;
  }
  const certificate = certificateOf(env.APPLE_WALLET_CERTIFICATE);
  if (!certificate) return pemSentence('APPLE_WALLET_CERTIFICATE', 'the certificate of passes');
  const issuer = certificateOf(env.APPLE_WALLET_ISSUER_CERTIFICATE);
  if (!issuer) {
    return pemSentence('APPLE_WALLET_ISSUER_CERTIFICATE', "Apple's certificate (WWDR)");
  }
  const key = privateKeyOf(env.APPLE_WALLET_KEY, env.APPLE_WALLET_KEY_PASSPHRASE);
  if (key?.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(key)) {
    return 'Please set APPLE_WALLET_KEY to the private RSA key of APPLE_WALLET_CERTIFICATE as PEM, and APPLE_WALLET_KEY_PASSPHRASE if it is encrypted.';
  }
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
    return 'Please set APPLE_WALLET_ISSUER_CERTIFICATE to the certificate of Apple that has issued APPLE_WALLET_CERTIFICATE.';
  }
  const { UID: passType, OU: team } = certificate.toLegacyObject().subject;
  if (typeof passType !== 'string' || typeof team !== 'string') {
    return 'Please set APPLE_WALLET_CERTIFICATE to a certificate for passes: its subject names the pass type (UID) and the team (OU).';
  }
  return {
    passType,
    team,
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    issuer: issuer.toString(),
    endsAt: certificate.validToDate,
  };
}

function googleOf(env: Variables): GoogleWallet | string | undefined {
  const { GOOGLE_WALLET_ISSUER: issuer, GOOGLE_WALLET_ACCOUNT: account } = env;
  if (!issuer && !account) return undefined;
  if (!issuer || !account) {
    const missing = issuer ? 'GOOGLE_WALLET_ACCOUNT' : 'GOOGLE_WALLET_ISSUER';
    return `Please set ${missing} too: Google Wallet has an issuer and a service account.`;
  }
  if (!/^\d{1,30}$/.test(issuer)) {
    return 'Please set GOOGLE_WALLET_ISSUER to the id of the issuer at Google Wallet, a number.';
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), AccountSchema), account);
  const key = parsed.success ? privateKeyOf(parsed.output.private_key) : undefined;
  if (!parsed.success || key?.asymmetricKeyType !== 'rsa') {
    return 'Please set GOOGLE_WALLET_ACCOUNT to the key of a service account, as the JSON that Google gives.';
  }
  return { issuer, email: parsed.output.client_email, key };
}

const pemSentence = (name: string, what: string) => `Please set ${name} to ${what} as PEM.`;

function certificateOf(pem = ''): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function privateKeyOf(key = '', passphrase?: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key, ...(passphrase && { passphrase }) });
  } catch {
    return undefined;
  }
}
