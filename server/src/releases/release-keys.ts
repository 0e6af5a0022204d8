import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import type { PrivateKey, PublicKey } from '@portal/shared-release/log/sign';
import type { Config } from '../config.ts';
import { deriveEd25519Key, type Secrets } from '../secrets.ts';

export type ReleaseKeys = {
  /** Signs the entries of the log. */
  readonly signing: PrivateKey;
  /** Whose entries count as the portal's. */
  readonly verifying: readonly PublicKey[];
  /**
   * The operator's key that no entry names: who has the server's secret can sign with it, to set the first
   * team.
   */
  readonly operator: PrivateKey;
};

const cache = new WeakMap<Secrets, ReleaseKeys>();

/** The configured keys of the log, or one derived from the server's secret, and the operator's key. */
export function releaseKeys({
  secrets,
  releases,
}: Pick<Config, 'secrets' | 'releases'>): ReleaseKeys {
  const known = releases.logKeys ? undefined : cache.get(secrets);
  if (known) return known;
  const configured = releases.logKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const [signing = toJwk(deriveEd25519Key(secrets, 'release-log')), ...older] =
    configured.map(toJwk);
  const keys = {
    signing,
    verifying: [signing, ...older].map(publicKeyOf),
    operator: toJwk(deriveEd25519Key(secrets, 'release-operator')),
  };
  if (!releases.logKeys) cache.set(secrets, keys);
  return keys;
}

/** The part of a key that others may have. */
export const publicKeyOf = ({ kty, crv, x, kid }: PrivateKey): PublicKey => ({ kty, crv, x, kid });

/** As JSON Web Key whose id is its thumbprint (RFC 7638). */
function toJwk(key: KeyObject): PrivateKey {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, d, kid };
}
