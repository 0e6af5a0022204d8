import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { type Wallets, walletsOf } from '@portal/server-passports/wallets/settings';
import forge from 'node-forge';

export type { Wallets };

export const PASS_TYPE = 'pass.example.portal';
export const TEAM = 'TEAM123456';
export const GOOGLE_ISSUER = '3388000000012345678';
export const GOOGLE_EMAIL = 'wallet@portal.iam.gserviceaccount.com';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

type Made = { readonly certificate: string; readonly key: string };

/** A certificate and its key, both as PEM. @param issuer itself without one */
function makeCertificate(
  subject: Readonly<Record<string, string>>,
  issuer?: Made,
  endsAt = new Date(Date.now() + YEAR_MS),
): Made {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = issuer ? '02' : '01';
  certificate.validity.notBefore = new Date(Date.now() - YEAR_MS);
  certificate.validity.notAfter = endsAt;
  certificate.setSubject(
    Object.entries(subject).map(([name, value]) =>
      name === 'UID' ? { type: '0.9.2342.19200300.100.1.1', value } : { shortName: name, value },
    ),
  );
  certificate.setIssuer(
    issuer
      ? forge.pki.certificateFromPem(issuer.certificate).subject.attributes
      : certificate.subject.attributes,
  );
  certificate.sign(
    forge.pki.privateKeyFromPem(issuer?.key ?? privateKey),
    forge.md.sha256.create(),
  );
  return { certificate: forge.pki.certificateToPem(certificate), key: privateKey };
}

/** A key that the passphrase encrypts. */
export const encrypted = (key: string, passphrase: string): string =>
  createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString();

/** The settings of both wallets, with keys and certificates. @param endsAt when that of passes ends; in a year */
export function makeWalletSettings(endsAt?: Date) {
  const apple = makeCertificate({ CN: 'Apple Worldwide Developer Relations', O: 'Apple Inc.' });
  const pass = makeCertificate(
    { UID: PASS_TYPE, CN: `Pass Type ID: ${PASS_TYPE}`, OU: TEAM },
    apple,
    endsAt,
  );
  const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKeyOfGoogle: google.publicKey,
    env: {
      APPLE_WALLET_CERTIFICATE: pass.certificate,
      APPLE_WALLET_KEY: pass.key,
      APPLE_WALLET_ISSUER_CERTIFICATE: apple.certificate,
      GOOGLE_WALLET_ISSUER: GOOGLE_ISSUER,
      GOOGLE_WALLET_ACCOUNT: JSON.stringify({
        type: 'service_account',
        client_email: GOOGLE_EMAIL,
        private_key: google.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      }),
    },
  };
}

/** Both wallets, configured. @throws Error for settings that are refused */
export function walletSettings(
  env: Parameters<typeof walletsOf>[0] = makeWalletSettings().env,
): Wallets {
  const wallets = walletsOf(env);
  if (typeof wallets === 'string') throw new Error(wallets);
  return wallets;
}
