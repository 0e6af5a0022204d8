import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { OPERATOR } from '@portal/delivery-model/log/teams';
import type { Actor, EnvironmentState } from '@portal/delivery-model/state';
import { StoreError } from '@portal/delivery-model/store/store';
import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiRequest } from '@portal/server-endpoint/api';
import { bearerToken } from '@portal/server-endpoint/bearer';
import { createUploadPlaces, JSON_MAX_BYTES, jsonOf, readBody } from '@portal/server-endpoint/body';
import { limitCall, limitTeamCall } from '@portal/server-endpoint/limits';
import { expectAccess, honoPath, readRequest } from '@portal/server-endpoint/mount';
import { findStaffCredential } from '@portal/server-members/staff-credentials';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { err, Refusal } from '@portal/server-platform/outcome';
import type { Endpoint, EndpointAnswer, EndpointRequest } from '@portal/shared-contract';
import * as v from 'valibot';
import type { ReleaseApiContext } from '../context.ts';
import { lastEntry } from '../log/history.ts';

/** A team uploads a release with several connections. */
const UPLOADS_EACH = 6;
const UPLOAD_RETRY_MS = 5_000;

export type TeamCall = {
  readonly actor: Actor;
  /** The state when the token was checked. */
  readonly state: EnvironmentState | undefined;
  readonly bytes: Uint8Array;
};

type TeamHandler<E> = (
  request: EndpointRequest<E>,
  call: TeamCall,
) => Promise<EndpointAnswer<E> | Refusal>;

const places = createUploadPlaces(UPLOADS_EACH);

/** Mounts a call of a team. Nothing of the body is read before the token holds. */
export function mountForTeam<E extends Endpoint>(
  app: ApiApp,
  context: ReleaseApiContext,
  endpoint: E,
  handler: TeamHandler<E>,
): void {
  expectAccess(endpoint, 'team');
  const { method, upload } = endpoint;

  async function answer(c: ApiRequest): Promise<EndpointAnswer<E> | Refusal> {
    const actor = await identifyTeam(context, c);
    if (actor instanceof Refusal) return actor;
    const state = (await lastEntry(context.db))?.state;
    const place = upload && places.take(actor.team);
    if (upload && !place) {
      const retryAt = new Date(context.clock.now().getTime() + UPLOAD_RETRY_MS);
      return err('server.unavailable', { retryAt });
    }
    try {
      const bytes = await readBody(c, upload?.maxBytes ?? JSON_MAX_BYTES, { place });
      if (bytes instanceof Refusal) return bytes;
      // The token may have ended while the body came.
      if (!(await actorOf(context, bearerToken(c)))) return UNKNOWN_TOKEN;
      const request = await readRequest(endpoint, c, () => jsonOf(bytes));
      if (request instanceof Refusal) return request;
      return await handler(request as EndpointRequest<E>, { actor, state, bytes });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      context.log.error({ err: error, request_id: c.get('requestId') }, 'the store failed');
      return storeRefusal(error);
    } finally {
      place?.giveBack();
    }
  }

  app.on(method, honoPath(endpoint.path), async (c) => {
    const answered = await answer(c);
    if (answered instanceof Refusal) {
      const { retryAt } = answered;
      if (retryAt) c.header('retry-after', String(UPLOAD_RETRY_MS / 1000));
      return answerRefusal(c, answered);
    }
    c.header('cache-control', 'no-store');
    if (context.checkAnswers && endpoint.answer) v.assert(endpoint.answer, answered);
    return c.json(answered as object);
  });
}

export const refuseTeam = (...refusals: readonly ReleaseRefusal[]): Refusal =>
  err('request.invalid', { refusals });

const UNKNOWN_TOKEN = err('auth.unauthorized', {
  refusals: [
    refusal(
      'unknown-token',
      'The call has no token, or one that is not for releases here, or has ended.',
      'Set PORTAL_TOKEN to the token of your team; the operator gives another: npm run staff -- add',
    ),
  ],
});

const storeRefusal = ({ message }: StoreError): Refusal =>
  err('server.unavailable', {
    refusals: [
      refusal(
        'store',
        `The portal's store of releases cannot be used. ${message}`,
        'Nothing was made live. Tell the operator, and repeat the call once the store works.',
      ),
    ],
  });

/** Who calls. Guessing is limited by the caller's address. */
export async function identifyTeam(
  context: ReleaseApiContext,
  c: ApiRequest,
  token = bearerToken(c),
): Promise<Actor | Refusal> {
  const actor = await actorOf(context, token);
  if (actor) return (await limitTeamCall(context, c, actor.team)) ?? actor;
  const limited = await limitCall(context, c, undefined);
  if (limited) return limited;
  return UNKNOWN_TOKEN;
}

/** That of the deployment itself, or one that the operator has given to a person or a pipeline. */
async function actorOf(
  context: ReleaseApiContext,
  token: string | undefined,
): Promise<Actor | undefined> {
  if (token === undefined) return undefined;
  const own = context.config.releases.token;
  if (own !== undefined && secretHash(own) === secretHash(token)) {
    return { team: OPERATOR, token: 'RELEASE_TOKEN' };
  }
  const credential = await findStaffCredential(context, token);
  if (!credential?.scopes.includes('release') || credential.team === null) return undefined;
  return { team: credential.team, token: credential.name };
}
