import {
  type FindAccessToken,
  type OtherAccounts,
  ProviderUnavailableError,
} from '@portal/server-endpoint/api';
import { findMemberByEmail } from '@portal/server-members/members';
import type { IdentityContext } from '../settings.ts';
import {
  createLinkedMember,
  findLinkedMember,
  openProviderSession,
  signInProblem,
} from './accounts.ts';
import { createTokenCheck, type ProviderMetadata, readMetadata } from './check-token.ts';
import { type PersonClaims, readPerson, type TokenClaims } from './claims.ts';
import type { OtherProviderConfig } from './settings.ts';

export type OtherProvider = {
  readonly findAccessToken: FindAccessToken;
  readonly accounts: OtherAccounts;
};

/**
 * Members sign in at another OpenID provider (docs/decisions/0050-any-openid-provider.md). Its discovery
 * document is read once, here.
 * @throws ConfigError with one sentence if that provider cannot be used
 */
export async function openOtherProvider(
  context: IdentityContext,
  settings: OtherProviderConfig,
): Promise<OtherProvider> {
  const { issuer } = settings;
  const { clientId } = context.config;
  const metadata = await readMetadata(issuer);
  const checkToken = createTokenCheck(settings, metadata, { clock: context.clock, clientId });
  const accountOf = (subject: string) => ({ connection: issuer, subject });

  async function unlinked(token: string) {
    const claims = await checkToken(token);
    if (!claims) return undefined;
    const account = accountOf(claims.subject);
    if (await findLinkedMember(context, account)) return undefined;
    return { account, person: await personOf(metadata, token, claims) };
  }

  return {
    async findAccessToken(token, device) {
      const claims = await checkToken(token);
      if (!claims) return undefined;
      const account = accountOf(claims.subject);
      let member = await findLinkedMember(context, account);
      if (member === undefined) {
        await createLinkedMember(context, account, await personOf(metadata, token, claims));
        member = await findLinkedMember(context, account);
      }
      if (member === undefined || member === 'closed') return undefined;
      const { memberId, locale, termsAccepted } = member;
      const sessionUid = await openProviderSession(context, { issuer, claims, memberId, device });
      if (sessionUid === undefined) return undefined;
      const { scope, amr, authTime: signedInAt } = claims;
      return {
        memberId,
        locale,
        termsAccepted,
        sessionUid,
        grantId: sessionUid,
        scope,
        amr,
        signedInAt,
        keyThumbprint: null,
        unconfirmed: false,
        provedBy: 'provider',
      };
    },

    accounts: {
      async problemOf(token) {
        const found = await unlinked(token);
        return found && signInProblem(context, found.person);
      },
      async findLinkable(token) {
        const found = await unlinked(token);
        if (!found || (await signInProblem(context, found.person)) !== 'user.link_required') {
          return undefined;
        }
        const holder = await findMemberByEmail(context, found.person.email ?? '');
        return holder && { account: found.account, memberId: holder.id };
      },
    },
  };
}

const PERSON_TIMEOUT_MS = 5_000;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/**
 * Who the person is: by the token itself, or else by the userinfo endpoint (OpenID Connect Core §5.3).
 * @throws ProviderUnavailableError if that endpoint does not answer
 */
async function personOf(
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
      signal: AbortSignal.timeout(PERSON_TIMEOUT_MS),
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
