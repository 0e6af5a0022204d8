import { ProviderUnavailableError } from '@portal/server-platform/provider-unavailable';
import { type PersonClaims, readPerson, type TokenClaims } from './claims.ts';
import type { ProviderMetadata } from './metadata.ts';

const TIMEOUT_MS = 5_000;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/**
 * Who the person is: by the token itself, or else by the userinfo endpoint (OpenID Connect Core §5.3).
 * @throws ProviderUnavailableError if that endpoint does not answer
 */
export async function personOf(
  { userinfo }: ProviderMetadata,
  token: string,
  { person, subject }: TokenClaims,
): Promise<PersonClaims> {
  if (person.email !== undefined || userinfo === undefined) return person;
  const payload = await ask(userinfo, token);
  // Core §5.3.2: an answer about somebody else must not be used.
  return payload?.sub === subject ? readPerson(payload) : person;
}

async function ask(address: string, token: string): Promise<{ sub?: unknown } | undefined> {
  try {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A token for the API alone is refused there; it then has to have the claims itself.
    if (answer.status >= CLIENT_ERROR && answer.status < SERVER_ERROR) return undefined;
    if (!answer.ok) throw new Error(`The userinfo endpoint answered ${answer.status}`);
    const payload: unknown = await answer.json();
    return payload && typeof payload === 'object' ? payload : undefined;
  } catch (cause) {
    throw new ProviderUnavailableError(cause);
  }
}
