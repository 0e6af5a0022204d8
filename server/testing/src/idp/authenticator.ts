import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey in software (WebAuthn Level 3 §6), as a browser would answer a page. @param rpId its domain */
export function createAuthenticator({ rpId, origin }: { rpId: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16).toString('base64url');
  let counter = 0;

  return {
    id,
    /** RFC 9053: a COSE key of kind EC2, ES256 on P-256. */
    publicKey: Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]).toString('base64url'),

    /** The value that the page's script puts into its form. */
    answer(
      { challenge }: { challenge: string },
      overrides: { origin?: string; verified?: boolean; counter?: number } = {},
    ): string {
      counter += 1;
      const clientData = JSON.stringify({
        type: 'webauthn.get',
        challenge,
        origin: overrides.origin ?? origin,
        crossOrigin: false,
      });
      const flags = (overrides.verified ?? true) ? 0x05 : 0x01;
      const count = Buffer.alloc(4);
      count.writeUInt32BE(overrides.counter ?? counter);
      const authenticatorData = Buffer.concat([
        createHash('sha256').update(rpId).digest(),
        Buffer.from([flags]),
        count,
      ]);
      const clientDataHash = createHash('sha256').update(clientData).digest();
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, clientDataHash]),
        privateKey,
      );
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: Buffer.from(clientData).toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      });
    },
  };
}

/** The options with which a page asks for a passkey. */
export function passkeyOptionsOf(html: string): {
  challenge: string;
  rpId: string;
  userVerification: string;
  allowCredentials?: { id: string }[];
} {
  const written = /data-options="([^"]*)"/.exec(html)?.[1] ?? '';
  return JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}
