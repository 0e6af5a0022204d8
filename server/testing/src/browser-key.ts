import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** The key of a browser, as the tests have it. */
export type TestBrowserKey = ReturnType<typeof makeBrowserKey>;

export type ProvenRequest = {
  readonly method: string;
  readonly url: string;
  readonly accessToken?: string | undefined;
  readonly now: Date;
  /** The type of the token, for browser proofs that must be refused. */
  readonly typ?: string;
  /** Replaces claims, for browser proofs that must be refused. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Stands in the place of the public key, for browser proofs that must be refused. */
  readonly jwk?: object;
};

/** Makes the key of a browser, which signs DPoP proofs (RFC 9449 §4). */
export function makeBrowserKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const jwk = { crv, kty, x, y };
  return {
    jwk,
    privateJwk: privateKey.export({ format: 'jwk' }),
    /** RFC 7638. */
    thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url'),
    prove({
      method,
      url,
      accessToken,
      now,
      typ = 'dpop+jwt',
      claims,
      jwk: shown = jwk,
    }: ProvenRequest): string {
      const { origin, pathname } = new URL(url);
      const payload = {
        jti: randomUUID(),
        htm: method,
        htu: origin + pathname,
        iat: Math.floor(now.getTime() / 1000),
        ...(accessToken !== undefined && {
          ath: createHash('sha256').update(accessToken).digest('base64url'),
        }),
        ...claims,
      };
      const text = [{ typ, alg: 'ES256', jwk: shown }, payload]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const signature = sign('sha256', Buffer.from(text), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}
