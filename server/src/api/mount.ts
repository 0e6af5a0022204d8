import type {
  Endpoint,
  EndpointAnswer,
  EndpointRequest,
  Locale,
  Schema,
} from '@portal/shared-contract';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import type { RequestDevice } from '../domain/devices.ts';
import { answerRefusal } from './answers.ts';
import type { ApiApp, ApiContext, ApiRequest } from './api-types.ts';
import { identifyMember } from './bearer.ts';
import { deviceOf } from './caller-country.ts';
import { clientAddress } from './client-address.ts';
import { limitCall } from './limits.ts';
import { Refusal, refuse } from './refusal.ts';

/** The member whose bearer token came with the call, and the sign-in that it is of. */
export type Caller = {
  readonly id: string;
  readonly grantId: string;
  readonly sessionUid: string;
};

/** What a handler knows beside its checked input. */
export type Call = {
  /** The language that the caller names by `accept-language: ja` or `en`, and nothing else in it. */
  readonly locale: Locale | undefined;
  readonly device: RequestDevice;
  /** Whose calls are counted together: an address, or an IPv6 household. */
  readonly network: string;
};
export type MemberCall = Call & { readonly member: Caller };

type Handler<E, C extends Call> = (
  request: EndpointRequest<E>,
  call: C,
) => Promise<EndpointAnswer<E> | Refusal> | EndpointAnswer<E> | Refusal;

/**
 * Mounts a call that answers anyone, counted by address.
 * @param options.cache `cache-control` of a good answer
 */
export function mountPublic<E extends Endpoint>(
  app: ApiApp,
  context: ApiContext,
  endpoint: E,
  handler: Handler<E, Call>,
  { cache = 'no-store' }: { readonly cache?: string } = {},
): void {
  expectAccess(endpoint, 'public');
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    return serve(context, c, endpoint, (request, call) => handler(request, call), cache);
  });
}

/** Mounts a call that needs a bearer token, counted by member. Its answer is never stored. */
export function mountForMember<E extends Endpoint>(
  app: ApiApp,
  context: ApiContext,
  endpoint: E,
  handler: Handler<E, MemberCall>,
): void {
  expectAccess(endpoint, 'member');
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const found = await identifyMember(context, c);
    if (found instanceof Refusal) return answerRefusal(c, found);
    const { memberId: id, grantId, sessionUid } = found;
    const member = { id, grantId, sessionUid };
    return serve(context, c, endpoint, (request, call) => handler(request, { ...call, member }));
  });
}

type UploadHandler<E> = (
  readFile: () => Promise<Uint8Array>,
  call: MemberCall,
) => Promise<EndpointAnswer<E> | Refusal>;

/**
 * Mounts a call whose body is a file, with the limit of size that the contract sets. The handler reads
 * it when it has decided to, and looks at what it is: its name and header say nothing.
 */
export function mountUpload<E extends Endpoint>(
  app: ApiApp,
  context: ApiContext,
  endpoint: E,
  handler: UploadHandler<E>,
): void {
  expectAccess(endpoint, 'member');
  if (!endpoint.upload) throw new Error(`${endpoint.path} takes no file`);
  const limit = bodyLimit({
    maxSize: endpoint.upload.maxBytes,
    onError: (c) => answerRefusal(c, refuse('request.too_large')),
  });
  app.on(endpoint.method, honoPath(endpoint.path), limit, async (c) => {
    const found = await identifyMember(context, c);
    if (found instanceof Refusal) return answerRefusal(c, found);
    const { memberId: id, grantId, sessionUid } = found;
    const member = { id, grantId, sessionUid };
    const readFile = async () => new Uint8Array(await c.req.arrayBuffer());
    return serve(context, c, endpoint, (_request, call) => handler(readFile, { ...call, member }));
  });
}

/** Checks the input, asks the handler, sends the answer: 204 for a call without an `answer` schema. */
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
  const device = deviceOf(c, context);
  const network = clientAddress(c, context.config.trustProxy);
  const answer = await handler(request as EndpointRequest<E>, { locale, device, network });
  if (answer instanceof Refusal) {
    if (answer.retryAt) c.header('retry-after', secondsUntil(answer.retryAt, context));
    return answerRefusal(c, answer);
  }

  c.header('cache-control', cache);
  if (!endpoint.answer) return c.body(null, 204);
  if (context.checkAnswers) v.assert(endpoint.answer, answer);
  return c.json(answer as object);
}

/** RFC 9110 §10.2.3: whole seconds, at least one. */
function secondsUntil(moment: Date, { clock }: ApiContext): string {
  return String(Math.max(1, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000)));
}

/** A mistake here would open members' data to anyone, so it stops the server. */
function expectAccess({ method, path, access }: Endpoint, expected: Endpoint['access']): void {
  if (access !== expected) throw new Error(`${method} ${path} is for ${access}, not ${expected}`);
}

/** `/notifications/{id}` in Hono's spelling: `/notifications/:id`. */
function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function readRequest(
  endpoint: Endpoint,
  c: ApiRequest,
): Promise<Record<string, unknown> | Refusal> {
  const parts: [name: string, schema: Schema | undefined, read: () => unknown][] = [
    ['params', endpoint.params, () => c.req.param()],
    ['query', endpoint.query, () => c.req.query()],
    ['body', endpoint.body, () => readJson(c)],
  ];
  const request: Record<string, unknown> = {};
  for (const [name, schema, read] of parts) {
    if (!schema) continue;
    const input = await read();
    if (input instanceof Refusal) return input;
    const parsed = v.safeParse(schema, input);
    if (!parsed.success) return refuse('request.invalid', descriptionsOf(parsed.issues));
    request[name] = parsed.output;
  }
  return request;
}

async function readJson(c: ApiRequest): Promise<unknown> {
  const [type] = (c.req.header('content-type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/json') return refuse('request.invalid');
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    return refuse('request.invalid');
  }
}

/** Field to message keys. A schema without a key of its own says `invalid`, never valibot's English. */
function descriptionsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const descriptions = new Map<string, string[]>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    const keys = descriptions.get(field) ?? [];
    keys.push(/^[a-z_]+(\.[a-z_]+)*$/.test(issue.message) ? issue.message : 'invalid');
    descriptions.set(field, keys);
  }
  return Object.fromEntries(descriptions);
}

/** A browser of its own accord sends a list with regions and weights; our client one bare language. */
function localeOf(header: string | undefined): Locale | undefined {
  return header === 'ja' || header === 'en' ? header : undefined;
}
