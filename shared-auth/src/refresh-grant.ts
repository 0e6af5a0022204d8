import { UNREACHABLE } from '@portal/shared-api/tokens';
import type { NamedMember } from '@portal/shared-contract';
import { bytesOfBase64url } from '@portal/shared-contract/base64url';
import { limitsOf } from '@portal/shared-contract/limits';
import { signBrowserProof, storedBrowserKey } from './browser-proof.ts';
import { tokenEndpoint } from './idp-address.ts';
import type { ProtocolFailure, Provider } from './provider.ts';
import type { SessionDatabase } from './session-database.ts';

export type Renewed = {
  readonly ok: true;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** RFC 6749 §5.1 `expires_in`, in seconds. */
  readonly expiresIn?: number;
  /** Where the answer has an ID token that names the member (OpenID Connect Core §12.2). */
  readonly member?: NamedMember;
};

export type NotRenewed = ProtocolFailure & {
  /** Of a provider that has answered; it may say when to try again. */
  readonly response?: Response;
};

/** RFC 6749 §5.2. */
const REFUSED = { error: 'invalid_grant' };

/**
 * Renews the tokens (RFC 6749 §6). The page's boot script bundles this module, so it
 * imports no library: oauth4webapi, by which protocol.ts reads every other answer, has 4.4 KB for it.
 * @param proof of the browser's key, by `proveRenewal`
 */
export async function renewTokens(
  provider: Provider,
  refreshToken: string,
  proof: string | undefined,
): Promise<Renewed | NotRenewed> {
  const { idp, fetch } = provider;
  let response: Response;
  let answer: Readonly<Record<string, unknown>>;
  try {
    response = await fetch(tokenEndpoint(idp), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        redirect_uri: idp.redirectUri,
        client_id: idp.clientId,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        ...(proof && { dpop_proof: proof }),
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitsOf(provider).token),
    });
    const body = await response.text();
    // Glewlwyd refuses with 400 and no words.
    answer =
      response.status === 400 && body === '' && idp.endpoints ? REFUSED : (JSON.parse(body) ?? {});
  } catch {
    // The network failed, the time is up, or a proxy's page came in place of the provider's JSON.
    return { ok: false, error: UNREACHABLE };
  }
  const { status } = response;
  if (status !== 200) return { ok: false, error: refusalOf(status, answer), response };
  const { access_token, token_type, refresh_token, expires_in, id_token } = answer;
  if (!isText(access_token) || !/^bearer$/i.test(String(token_type))) {
    return { ok: false, error: 'invalid_response' };
  }
  const seconds = Number.parseFloat(String(expires_in));
  const member = memberOf(id_token);
  return {
    ok: true,
    accessToken: access_token,
    ...(isText(refresh_token) && { refreshToken: refresh_token }),
    ...(seconds >= 0 && { expiresIn: seconds }),
    ...(member && { member }),
  };
}

/**
 * The DPoP proof without which the portal's own provider renews no token that it has bound to this browser's key
 * (RFC 9449 §5). It names the token, so that none can be made ahead; undefined where the browser keeps no key.
 * @param now in ms since 1970
 */
export async function proveRenewal(
  database: SessionDatabase,
  { idp }: Pick<Provider, 'idp'>,
  refreshToken: string,
  now: number,
): Promise<string | undefined> {
  // Another provider has bound nothing.
  const key = idp.endpoints ? undefined : await storedBrowserKey(database);
  const call = { method: 'POST', url: tokenEndpoint(idp), accessToken: refreshToken, now };
  return key && signBrowserProof(key, call).catch(() => undefined);
}

/**
 * The member of an ID token, whose signature need not be checked, since it came from the token endpoint
 * over TLS (OpenID Connect Core §3.1.3.7); undefined where the token cannot be read.
 */
function memberOf(idToken: unknown): NamedMember | undefined {
  try {
    const [, payload = ''] = String(idToken).split('.');
    const claims = JSON.parse(new TextDecoder().decode(bytesOfBase64url(payload)));
    const claim = (name: string) => (isText(claims[name]) ? claims[name] : null);
    const id = claim('sub');
    if (!id) return undefined;
    const [first_name, last_name] = [claim('given_name'), claim('family_name')];
    return { id, first_name, last_name, member_code: claim('member_code') };
  } catch {
    return undefined;
  }
}

/**
 * RFC 6749 §5.2: errors have status 400 or 401. With any of these others the provider has not decided,
 * and a status without an OAuth error comes from a proxy.
 */
const refusalOf = (status: number, { error }: Readonly<Record<string, unknown>>): string =>
  isText(error) && status < 500 && status !== 429 ? error : UNREACHABLE;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
