import { Readable } from 'node:stream';
import { actFrom, expectActingSession, SessionEnded } from '@portal/server-members/acting-session';
import type { LinkableAccount } from '@portal/server-members/connections';
import { tooMany } from '@portal/server-platform/limits/rate-limits';
import { err, Refusal } from '@portal/server-platform/outcome';
import {
  type Act,
  type Endpoint,
  type EndpointAnswer,
  type EndpointRequest,
  type Locale,
  provesBrowser,
  type Schema,
  WORK_HEADER,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { answerRefusal, FileAnswer } from './answers.ts';
import type {
  ApiApp,
  ApiContext,
  ApiRequest,
  Call,
  Caller,
  MemberCall,
  ProvenCall,
  ProvenCaller,
  TokenHolder,
} from './api.ts';
import { bearerToken, callerDevice, identifyMember } from './bearer.ts';
import { createUploadPlaces, JSON_MAX_BYTES, jsonOf, readBody } from './body.ts';
import { clientAddress, limitByAddress, limitCall } from './limits.ts';
import { provingSession, stepUpsOf } from './protection.ts';

type CallOf<E extends Endpoint> = E extends { readonly protection?: { readonly none: string } }
  ? MemberCall
  : ProvenCall;

type Handler<E, C extends Call> = (
  request: EndpointRequest<E>,
  call: C,
) => Promise<AnswerOf<E> | Refusal> | AnswerOf<E> | Refusal;
type AnswerOf<E> = EndpointAnswer<E> extends File ? FileAnswer : EndpointAnswer<E>;

/** Mounts a public call, counted by address; `cache` is the `cache-control` of a successful response. */
export function mountPublic<E extends Endpoint>(
  app: ApiApp,
  context: ApiContext,
  endpoint: E,
  handler: Handler<E, Call>,
  { cache = 'no-store' }: { readonly cache?: string } = {},
): void {
  expectAccess(endpoint, 'public');
  app.on(endpoint.method, honoPath(endpoint.path), limitByAddress(context), (c) =>
    serve(context, c, endpoint, handler, cache),
  );
}

/**
 * Mounts a call that needs a bearer token; calls are counted by member. The response is `no-store`.
 * Here alone is enforced what an endpoint with `protection` demands: the browser's key, and a recent
 * step-up of its act unless that depends on the input.
 */
export function mountForMember<E extends Endpoint>(
  app: ApiApp,
  context: ApiContext,
  endpoint: E,
  handler: Handler<E, CallOf<E>>,
): void {
  expectAccess(endpoint, 'member');
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const found = await identifyMember(context, c, endpoint);
    if (found instanceof Refusal) return answerRefusal(c, found);
    const member = await callerOf(context, c, endpoint, found);
    if (member instanceof Refusal) return refuseProtected(context, c, member);
    return serve(context, c, endpoint, (request, call) =>
      whileSignedIn(context, endpoint, member, () =>
        spendingStepUp(context, endpoint, member, () =>
          handler(request, { ...call, member } as CallOf<E>),
        ),
      ),
    );
  });
}

/** Serves a call that writes while its session goes on, also in each transaction that locks a member. */
async function whileSignedIn<T>(
  context: ApiContext,
  { method }: Endpoint,
  { sessionUid }: Caller,
  work: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  if (method === 'GET') return work();
  try {
    return await actFrom(sessionUid, async () => {
      await expectActingSession(context);
      return work();
    });
  } catch (error) {
    if (error instanceof SessionEnded) return err('auth.unauthorized');
    throw error;
  }
}

async function callerOf(
  context: ApiContext,
  c: ApiRequest,
  endpoint: Endpoint,
  holder: TokenHolder,
): Promise<Caller | ProvenCaller | Refusal> {
  const { memberId: id, grantId, sessionUid, locale } = holder;
  const caller = { id, grantId, sessionUid, locale };
  if (!provesBrowser(endpoint)) return caller;
  const isOfProvider = holder.provedBy === 'provider';
  const session = isOfProvider ? undefined : await provingSession(context, c, holder);
  // No key of ours there, and no step-up is ever recorded for it: the provider asks the member.
  if (!session && !isOfProvider) return err('auth.browser_unknown');
  const stepUps = stepUpsOf(context, session, holder);
  const act = provenAct(endpoint);
  if (act && !(await stepUps.until(act))) return err('user.step_up_required');
  const unconfirmed = !isOfProvider && holder.unconfirmed;
  if (unconfirmed && !endpoint.inNewBrowser) return err('auth.browser_unconfirmed');
  return { ...caller, keyThumbprint: session?.keyThumbprint ?? '', stepUps, unconfirmed };
}

/** The act without whose step-up the call is refused, whatever its input. */
const provenAct = ({ protection }: Endpoint): Act | undefined =>
  typeof protection === 'object' && 'stepUp' in protection ? protection.stepUp : undefined;

/** Spends the step-up of the act. A refused act gives it back, so that a typo costs no second code. */
async function spendingStepUp<T>(
  context: ApiContext,
  { protection }: Endpoint,
  caller: Caller | ProvenCaller,
  work: () => Promise<T | Refusal> | T | Refusal,
): Promise<T | Refusal> {
  if (
    typeof protection !== 'object' ||
    !('stepUp' in protection) ||
    protection.begins ||
    !('stepUps' in caller)
  ) {
    return work();
  }
  const taken = await caller.stepUps.take(context, protection.stepUp);
  if (!taken) return err('user.step_up_required');
  const answer = await work();
  if (answer instanceof Refusal) await taken.giveBack();
  return answer;
}

/**
 * Mounts a call of somebody who has signed in at another identity provider, and whose account there could
 * be linked to a member; calls are counted by address. At our own provider there is no such account, and
 * the call answers 404 to a member.
 */
export function mountForLinkable<E extends Endpoint>(
  app: ApiApp,
  context: ApiContext,
  endpoint: E,
  handler: Handler<E, Call & { readonly linkable: LinkableAccount }>,
): void {
  expectAccess(endpoint, 'member');
  const { otherAccounts } = context;
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    if (!otherAccounts) {
      const found = await identifyMember(context, c, endpoint);
      if (found instanceof Refusal) return answerRefusal(c, found);
      return serve(context, c, endpoint, () => err('request.not_found'));
    }
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    const token = bearerToken(c);
    const linkable = token === undefined ? undefined : await otherAccounts.findLinkable(token);
    if (!linkable) return answerRefusal(c, err('auth.unauthorized'));
    return serve(context, c, endpoint, (request, call) => handler(request, { ...call, linkable }));
  });
}

/** A browser whose clock is wrong corrects the time of its browser proofs by `date`. */
function refuseProtected({ clock }: ApiContext, c: ApiRequest, refusal: Refusal): Response {
  c.header('date', clock.now().toUTCString());
  return answerRefusal(c, refusal);
}

/** The wait to answer an upload for which there is no place. */
const UPLOAD_RETRY_S = 5;

type UploadHandler<E> = (
  readFile: () => Promise<Uint8Array | Refusal>,
  call: MemberCall,
) => Promise<EndpointAnswer<E> | Refusal>;

/**
 * Mounts a call whose body is a file, with the contract's size limit and one of a member at a time. The handler
 * decides when to read it, and checks its content, because its name and content type cannot be trusted.
 */
export function mountUpload<E extends Endpoint>(
  app: ApiApp,
  context: ApiContext,
  endpoint: E,
  handler: UploadHandler<E>,
): void {
  expectAccess(endpoint, 'member');
  if (!endpoint.upload) throw new Error(`${endpoint.path} takes no file`);
  if (provenAct(endpoint)) throw new Error(`${endpoint.path} spends no step-up`);
  const { maxBytes } = endpoint.upload;
  const places = createUploadPlaces();
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const found = await identifyMember(context, c, endpoint);
    if (found instanceof Refusal) return answerRefusal(c, found);
    const member = await callerOf(context, c, endpoint, found);
    if (member instanceof Refusal) return refuseProtected(context, c, member);
    return serve(context, c, endpoint, async (_request, call) => {
      const place = places.take(member.id);
      if (!place) return tooMany(context, UPLOAD_RETRY_S, 'server.unavailable');
      try {
        const readFile = async () => {
          const file = await readBody(c, maxBytes, { place });
          await expectActingSession(context);
          return file;
        };
        return await whileSignedIn(context, endpoint, member, () =>
          handler(readFile, { ...call, member }),
        );
      } finally {
        place.giveBack();
      }
    });
  });
}

/** Validates the input, calls the handler and sends the response: 204 for a call without an `answer` schema. */
async function serve<E extends Endpoint>(
  context: ApiContext,
  c: ApiRequest,
  endpoint: E,
  handler: Handler<E, Call>,
  cache = 'no-store',
): Promise<Response> {
  const request = await readRequest(endpoint, c);
  if (request instanceof Refusal) return answerRefusal(c, request);
  const locale = localeOf(c.req.header('accept-language'));
  const device = callerDevice(c, context);
  const network = clientAddress(c, context.config.trustedProxies);
  const answer = await handler(request as EndpointRequest<E>, {
    locale,
    device,
    network,
    work: c.req.header(WORK_HEADER),
  });
  if (answer instanceof Refusal) {
    if (answer.retryAt) c.header('retry-after', secondsUntil(answer.retryAt, context));
    return answerRefusal(c, answer);
  }

  c.header('cache-control', cache);
  if (!endpoint.answer) return c.body(null, 204);
  if (answer instanceof FileAnswer) return sendFile(context, c, answer);
  if (context.checkAnswers) v.assert(endpoint.answer, answer);
  return c.json(answer as object);
}

/** A failure after the first bytes cuts the connection, so that nobody takes a part for the whole. */
function sendFile({ log }: ApiContext, c: ApiRequest, { name, type, content }: FileAnswer) {
  async function* sent() {
    try {
      yield* content;
    } catch (err) {
      log.error({ err, request_id: c.get('requestId') }, 'a file could not be sent whole');
      throw err;
    }
  }
  c.header('content-type', type);
  c.header('content-disposition', `attachment; filename="${name}"`);
  return c.body(Readable.toWeb(Readable.from(sent(), { objectMode: false })) as ReadableStream);
}

/** RFC 9110 §10.2.3: whole seconds, at least one. */
function secondsUntil(moment: Date, { clock }: ApiContext): string {
  return String(Math.max(1, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000)));
}

/** Throws for a call that is mounted for the wrong audience, because that would expose members' data. */
export function expectAccess(endpoint: Endpoint, expected: Endpoint['access']): void {
  const { method, path, access } = endpoint;
  if (access !== expected) throw new Error(`${method} ${path} is for ${access}, not ${expected}`);
  if (access !== 'member' && provesBrowser(endpoint))
    throw new Error(`${method} ${path} is for ${access} and has no browser to prove`);
}

/** Converts `/notifications/{id}` to Hono's syntax: `/notifications/:id`. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * The validated input of a call.
 * @param readBodyOf where its body has been read already
 */
export async function readRequest(
  endpoint: Endpoint,
  c: ApiRequest,
  readBodyOf: () => unknown = () => (mayMiss(endpoint.body, c) ? undefined : readJson(c)),
): Promise<Record<string, unknown> | Refusal> {
  const parts: [name: string, schema: Schema | undefined, read: () => unknown][] = [
    ['params', endpoint.params, () => c.req.param()],
    ['query', endpoint.query, () => c.req.query()],
    ['body', endpoint.body, readBodyOf],
  ];
  const request: Record<string, unknown> = {};
  for (const [name, schema, read] of parts) {
    if (!schema) continue;
    const input = await read();
    if (input instanceof Refusal) return input;
    const parsed = v.safeParse(schema, input);
    if (!parsed.success)
      return err('request.invalid', { descriptions: descriptionsOf(parsed.issues) });
    request[name] = parsed.output;
  }
  return request;
}

/** Whether a call has no body where its schema is optional. */
const mayMiss = (schema: Schema | undefined, c: ApiRequest): boolean =>
  schema?.type === 'optional' && c.req.header('content-type') === undefined;

async function readJson(c: ApiRequest): Promise<unknown> {
  const [type] = (c.req.header('content-type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/json') return err('request.invalid');
  const body = await readBody(c, JSON_MAX_BYTES);
  if (body instanceof Refusal) return body;
  const value = jsonOf(body);
  return value === undefined ? err('request.invalid') : value;
}

/** Message keys by field. A schema without a key gets `invalid` instead of valibot's English text. */
export function descriptionsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const descriptions = new Map<string, string[]>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    const keys = descriptions.get(field) ?? [];
    keys.push(/^[a-z_]+(\.[a-z_]+)*$/.test(issue.message) ? issue.message : 'invalid');
    descriptions.set(field, keys);
  }
  return Object.fromEntries(descriptions);
}

/** The portal's client sends one language; a browser's default list with regions and weights is ignored. */
function localeOf(header: string | undefined): Locale | undefined {
  return header === 'ja' || header === 'en' ? header : undefined;
}
