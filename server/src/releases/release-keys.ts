import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import type { PrivateKey, PublicKey } from '@portal/shared-release/log/sign';
import type { Config } from '../config.ts';
import { deriveEd25519Keys, type Secrets } from '../secrets.ts';

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
  /** Whose calls count as the operator's: that key, and those of older secrets. */
  readonly operators: readonly PublicKey[];
};

const cache = new WeakMap<Secrets, ReleaseKeys>();

/** The configured keys of the log, or those derived from the server's secrets, and the operator's keys. */
export function releaseKeys({
  secrets,
  releases,
}: Pick<Config, 'secrets' | 'releases'>): ReleaseKeys {
  const known = releases.logKeys ? undefined : cache.get(secrets);
  if (known) return known;
  const configured = releases.logKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const derived = deriveEd25519Keys(secrets, 'release-log');
  const verifying = configured.length > 0 ? configured : derived;
  const [operator, ...olderOperators] = deriveEd25519Keys(secrets, 'release-operator');
  const keys = {
    signing: toJwk(configured[0] ?? derived[0]),
    verifying: verifying.map(toJwk).map(publicKeyOf),
    operator: toJwk(operator),
    operators: [operator, ...olderOperators].map(toJwk).map(publicKeyOf),
  };
  if (!releases.logKeys) cache.set(secrets, keys);
  return keys;
}

/** The part of a key that others may have. */
const publicKeyOf = ({ kty, crv, x, kid }: PrivateKey): PublicKey => ({ kty, crv, x, kid });

/** As JSON Web Key whose id is its thumbprint (RFC 7638). */
function toJwk(key: KeyObject): PrivateKey {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, d, kid };
}
