import { createHash } from 'node:crypto';
import { CompactSign, type CryptoKey, compactVerify, importJWK, type JWK } from 'jose';
import { type Entry, readEntry, type SignedEntry } from './entry.ts';

/** A public Ed25519 key as JSON Web Key (RFC 8037), with its id. */
export type PublicKey = {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
};
export type PrivateKey = PublicKey & { readonly d: string };

/** The id of a key: its thumbprint (RFC 7638). */
export const keyIdOf = ({ x }: Pick<PublicKey, 'x'>): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

/** RFC 8037. The newer name of the same algorithm, `Ed25519`, is not known everywhere. */
const ALGORITHM = 'EdDSA';
const ENTRY_TYPE = 'portal-release-entry';

/** Signs an entry of the log as compact JWS. */
export async function signEntry(entry: Entry, key: PrivateKey): Promise<SignedEntry> {
  return readEntry(await signText(JSON.stringify(entry), key, ENTRY_TYPE));
}

/** Whether one of the keys has signed this entry. */
export async function isSignedEntry(jws: string, keys: readonly PublicKey[]): Promise<boolean> {
  return (await verifiedText(jws, keys, ENTRY_TYPE)) !== undefined;
}

/** Signs a text as compact JWS, with the key's id in its header. */
export async function signText(text: string, key: PrivateKey, typ: string): Promise<string> {
  const { kid, ...jwk } = key;
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: ALGORITHM, kid, typ })
    .sign(await imported(jwk));
}

/** The text that one of the keys has signed; undefined for any other. */
export async function verifiedText(
  jws: string,
  keys: readonly PublicKey[],
  typ: string,
): Promise<string | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      jws,
      async ({ kid }) => {
        const key = keys.find((one) => one.kid === kid);
        if (!key) throw new Error('unknown key');
        return imported(key);
      },
      { algorithms: [ALGORITHM] },
    );
    return protectedHeader.typ === typ ? new TextDecoder().decode(payload) : undefined;
  } catch {
    // The library throws for every text that none of the keys has signed.
    return undefined;
  }
}

const imported = (jwk: JWK) => importJWK(jwk, ALGORITHM) as Promise<CryptoKey>;
