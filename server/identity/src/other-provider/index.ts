import type { FindAccessToken, OtherAccounts } from '@portal/server-endpoint/caller';
import { findMemberByEmail } from '@portal/server-members/members';
import type { IdentityContext } from '../context.ts';
import { createLinkedMember, findLinkedMember, signInProblem } from './accounts.ts';
import { createTokenCheck } from './check-token.ts';
import { readMetadata } from './metadata.ts';
import { personOf } from './person.ts';
import { openProviderSession } from './sessions.ts';
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

  /** The person of a valid token that is linked to no member. */
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
