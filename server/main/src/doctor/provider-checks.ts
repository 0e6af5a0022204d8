import { createTokenCheck, readMetadata } from '@portal/server-identity/other-provider/check-token';
import type { TokenClaims } from '@portal/server-identity/other-provider/claims';
import { Refused } from '@portal/shared-process/command-line';
import { browserEndpoints, readDiscoveryDocument } from '@portal/shared-process/discovery';
import { type Check, type Finding, notChecked, remedy, type Subject } from './check.ts';

const OWN = 'the portal’s own identity provider writes it';

export const PROVIDER_CHECKS: readonly Check[] = [
  {
    name: 'identity provider',
    asks: 'whether its discovery document comes, and names it and what the portal needs',
    async run(subject): Promise<Finding> {
      browserEndpoints(await discovered(subject));
      await tokenCheckOf(subject);
      return 'ok';
    },
  },
  {
    name: 'CORS',
    asks: 'whether pages of PORTAL_ORIGIN may read its answers about tokens',
    needs: 'identity provider',
    async run(subject) {
      const { clientId, portalOrigin } = subject.config;
      const { token } = browserEndpoints(await discovered(subject));
      // Refused, since no such code was given; the headers are those of every answer.
      const answer = await ask(token, {
        method: 'POST',
        headers: { origin: portalOrigin },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          code: 'none',
          code_verifier: 'none',
          redirect_uri: `${portalOrigin}/callback`,
        }),
      });
      const allowed = answer.headers.get('access-control-allow-origin');
      if (allowed === '*' || allowed === portalOrigin) return 'ok';
      return remedy(
        `Let ${token} answer ${portalOrigin} with «access-control-allow-origin: ${portalOrigin}»: it answers ${allowed ?? 'without'}.`,
      );
    },
  },
  {
    name: 'access token',
    asks: 'whether the API accepts the access token of --access-token',
    needs: 'identity provider',
    run: onClaims(() => 'ok'),
  },
  {
    name: 'auth_time',
    asks: 'whether it says when the member has signed in',
    needs: 'access token',
    run: onClaims(({ authTime }) =>
      authTime
        ? 'ok'
        : remedy(
            'Let the provider write auth_time into access tokens: without it members change nothing sensitive.',
          ),
    ),
  },
  {
    name: 'sid',
    asks: 'whether it names the session',
    needs: 'access token',
    run: onClaims(({ sessionId }) =>
      sessionId
        ? 'ok'
        : remedy(
            'Let the provider write sid into access tokens: without it two browsers of a member are one session.',
          ),
    ),
  },
];

const discovered = ({ config: { otherProvider, idpOrigin } }: Subject) =>
  otherProvider
    ? readDiscoveryDocument(otherProvider.issuer)
    : readDiscoveryDocument(idpOrigin, 'IDP_ORIGIN');

async function tokenCheckOf({ config: { otherProvider, clientId }, clock }: Subject) {
  if (!otherProvider) return undefined;
  const metadata = await readMetadata(otherProvider.issuer);
  return createTokenCheck(otherProvider, metadata, { clock, clientId });
}

/** Lets a check read what the access token of a member says. */
function onClaims(look: (claims: TokenClaims) => Finding): Check['run'] {
  return async (subject) => {
    if (!subject.config.otherProvider) return notChecked(OWN);
    if (!subject.accessToken) {
      return notChecked('name a file that has an access token of a member with --access-token');
    }
    const claims = await (await tokenCheckOf(subject))?.(subject.accessToken);
    if (claims) return look(claims);
    return remedy(
      'Compare OIDC_AUDIENCE, OIDC_ISSUER and the clocks with a new access token: this one is refused.',
    );
  };
}

const TIMEOUT_MS = 10_000;

/**
 * Asks an address as it is, without following redirects.
 * @throws Refused with one sentence if no answer comes
 */
async function ask(url: string | URL, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
  } catch (error) {
    const { name, cause } = error as Error;
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    throw new Refused(
      `See that ${new URL(url).origin} answers from this machine (${code ?? name}).`,
    );
  }
}
