import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FindAccessToken } from '@portal/server-endpoint/caller';
import type Provider from 'oidc-provider';
import type { IdentityContext } from '../context.ts';
import { makeCanonical } from '../http/canonical-request.ts';
import { noteRequest } from '../http/request-details.ts';
import { accessTokenLookUp } from '../tokens/access-tokens.ts';
import { createProvider } from './provider.ts';

export type Idp = {
  /** Answers a request on the identity provider's own origin. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Finds the member of a bearer token of the API. */
  readonly findAccessToken: FindAccessToken;
  /** The OpenID provider itself, for tests. */
  readonly provider: Provider;
};

/**
 * The identity provider: OpenID Connect with the routes that the portal names and its own sign-in pages. Where
 * members sign in at another one, every address of it answers 404, so that there is no second way in.
 */
export function createIdp(context: IdentityContext): Idp {
  const { config } = context;
  const provider = createProvider(context);
  const answer = provider.callback();
  const issuer = new URL(config.idpOrigin);
  const isClosed = config.otherProvider !== undefined;

  return {
    handler(request, response) {
      noteRequest(request, config);
      if (isClosed || !makeCanonical(request, issuer)) request.url = '/not-an-address-of-ours';
      void answer(request, response);
    },
    findAccessToken: accessTokenLookUp({ ...context, db: context.database.apiDb }),
    provider,
  };
}
