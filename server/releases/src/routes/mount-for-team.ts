import { createHash } from 'node:crypto';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import {
  REQUEST_MAX_SECONDS,
  type VerifiedRequest,
  verifyRequest,
} from '@portal/delivery-model/log/request';
import type { Actor, EnvironmentState } from '@portal/delivery-model/state';
import { StoreError } from '@portal/delivery-model/store/store';
import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiRequest } from '@portal/server-endpoint/api-types';
import { bearerToken } from '@portal/server-endpoint/bearer';
import { JSON_MAX_BYTES, jsonOf, readBody } from '@portal/server-endpoint/body';
import { limitCall, limitTeamCall } from '@portal/server-endpoint/limits';
import { descriptionsOf, expectAccess, honoPath } from '@portal/server-endpoint/mount';
import { Refusal, refuse } from '@portal/server-endpoint/refusal';
import { createUploadPlaces } from '@portal/server-endpoint/upload-places';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import type { Endpoint, EndpointAnswer, EndpointRequest } from '@portal/shared-contract';
import * as v from 'valibot';
import type { ReleaseApiContext } from '../context.ts';
import { currentEntry, type ReleaseLog } from '../log/release-log.ts';

/** Each signature is good once. It is remembered for longer than its time is accepted. */
const USES: RateLimit = {
  name: 'release-request',
  limit: 1,
  windowMs: 2 * REQUEST_MAX_SECONDS * 1000,
};
/** A team uploads a release with several connections. */
const UPLOADS_EACH = 6;
const UPLOAD_RETRY_MS = 5_000;

/** What a handler gets besides its validated input. */
export type TeamCall = {
  readonly actor: Actor;
  /** The state when the signature was checked. */
  readonly state: EnvironmentState | undefined;
  /** The body as it was signed. */
  readonly bytes: Uint8Array;
};

type TeamHandler<E> = (
  request: EndpointRequest<E>,
  call: TeamCall,
) => Promise<EndpointAnswer<E> | Refusal>;

const places = createUploadPlaces(UPLOADS_EACH);

/**
 * Mounts a call that a team signs with its key (docs/decisions/0036-release-log.md). Nothing of the body
 * is read before the signature holds, and nothing is done before the body is what was signed.
 */
export function mountForTeam<E extends Endpoint>(
  app: ApiApp,
  context: ReleaseApiContext,
  log: Pick<ReleaseLog, 'keysOf'>,
  endpoint: E,
  handler: TeamHandler<E>,
): void {
  expectAccess(endpoint, 'team');
  const { method, upload } = endpoint;

  async function answer(c: ApiRequest): Promise<EndpointAnswer<E> | Refusal> {
    const state = (await currentEntry(context))?.entry.state;
    const verified = await identifyTeam(context, log, c, state);
    if (verified instanceof Refusal) return verified;
    const place = upload && places.take(verified.actor.team);
    if (upload && !place) {
      const retryAt = new Date(context.clock.now().getTime() + UPLOAD_RETRY_MS);
      return new Refusal('server.unavailable', undefined, retryAt);
    }
    try {
      const bytes = await readBody(c, upload?.maxBytes ?? JSON_MAX_BYTES, { place });
      if (bytes instanceof Refusal) return bytes;
      const path = pathOf(c);
      const other = verified.contentRefusal({ method, path, body: bytes });
      if (other) return unauthorized(other);
      const request = readRequest(endpoint, c, bytes);
      if (request instanceof Refusal) return request;
      return await handler(request, { actor: verified.actor, state, bytes });
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

/** An operation or an upload that is refused. */
export const refuseTeam = (...refusals: readonly ReleaseRefusal[]): Refusal =>
  new Refusal('request.invalid', undefined, undefined, refusals);

const storeRefusal = ({ message }: StoreError): Refusal =>
  new Refusal('server.unavailable', undefined, undefined, [
    refusal(
      'store',
      `The portal's store of releases cannot be used. ${message}`,
      'Nothing was made live. Tell the operator, and repeat the call once the store works.',
    ),
  ]);

const unauthorized = (reason: ReleaseRefusal): Refusal =>
  new Refusal('auth.unauthorized', undefined, undefined, [reason]);

async function identifyTeam(
  context: ReleaseApiContext,
  log: Pick<ReleaseLog, 'keysOf'>,
  c: ApiRequest,
  state: EnvironmentState | undefined,
): Promise<VerifiedRequest | Refusal> {
  const verified = await verifyRequest(bearerToken(c), {
    audience: context.config.portalOrigin,
    now: context.clock.now(),
    keysOf: (team) => log.keysOf(team, state),
  });
  if ('code' in verified) return (await limitCall(context, c, undefined)) ?? unauthorized(verified);
  const { actor, jti } = verified;
  const limited = await limitTeamCall(context, c, actor.team);
  if (limited) return limited;
  const use = createHash('sha256').update(`${actor.kid} ${jti}`).digest('base64url');
  if ((await countHit(context, USES, use)).allowed) return verified;
  return unauthorized(
    refusal('used-before', 'The request was sent before.', 'Sign every request anew.'),
  );
}

/** The path as a team signs it; an edge may have encoded other characters than the team. */
function pathOf(c: ApiRequest): string {
  const { pathname } = new URL(c.req.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function readRequest<E extends Endpoint>(
  endpoint: E,
  c: ApiRequest,
  bytes: Uint8Array,
): EndpointRequest<E> | Refusal {
  const parts = [
    ['params', endpoint.params, () => c.req.param()],
    ['query', endpoint.query, () => c.req.query()],
    ['body', endpoint.body, () => jsonOf(bytes)],
  ] as const;
  const request: Record<string, unknown> = {};
  for (const [name, schema, read] of parts) {
    if (!schema) continue;
    const parsed = v.safeParse(schema, read());
    if (!parsed.success) return refuse('request.invalid', descriptionsOf(parsed.issues));
    request[name] = parsed.output;
  }
  return request as EndpointRequest<E>;
}
