import { createPrivateKey, type KeyObject } from 'node:crypto';
import { deriveEd25519Keys, type Secrets } from '@portal/shared-process/secrets';
import type { PrivateEd25519Jwk } from '@portal/shared-process/setting-values';
import type { EnvironmentState } from '../state.ts';
import { keyIdOf, type PrivateKey, type PublicKey } from './sign.ts';
import { OPERATOR, teamOf } from './teams.ts';

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
}: {
  readonly secrets: Secrets;
  readonly releases: { readonly logKeys: readonly PrivateEd25519Jwk[] | undefined };
}): ReleaseKeys {
  const known = releases.logKeys ? undefined : cache.get(secrets);
  if (known) return known;
  const configured = releases.logKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const derived = deriveEd25519Keys(secrets, 'release-log');
  const verifying = configured.length > 0 ? configured : derived;
  const operators = deriveEd25519Keys(secrets, 'release-operator');
  const keys = {
    signing: toJwk(configured[0] ?? derived[0]),
    verifying: verifying.map(toJwk).map(publicKeyOf),
    operator: toJwk(operators[0]),
    operators: operators.map(toJwk).map(publicKeyOf),
  };
  if (!releases.logKeys) cache.set(secrets, keys);
  return keys;
}

/** The public keys of a team as the log has them; of the operator those of the server's secrets too. */
export function keysOfTeam(
  team: string,
  state: EnvironmentState | undefined,
  { operators }: Pick<ReleaseKeys, 'operators'>,
): readonly PublicKey[] {
  const known = (state && teamOf(state, team)?.keys) ?? [];
  return team === OPERATOR ? [...known, ...operators] : known;
}

/** The part of a key that others may have. */
const publicKeyOf = ({ kty, crv, x, kid }: PrivateKey): PublicKey => ({ kty, crv, x, kid });

/** As JSON Web Key with its id. */
function toJwk(key: KeyObject): PrivateKey {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, d, kid: keyIdOf({ x }) };
}
