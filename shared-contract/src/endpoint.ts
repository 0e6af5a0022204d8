import type * as v from 'valibot';
import type { Act } from './account/acts.ts';
import type { ErrorCode } from './errors.ts';

/** Any synchronous valibot schema, since client and server validate synchronously. */
// biome-ignore lint/suspicious/noExplicitAny: valibot's own "any schema" type is spelled this way
export type Schema = v.BaseSchema<any, any, v.BaseIssue<unknown>>;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What a call shows besides its access token (docs/decisions/0017-step-up.md).
 *
 * - `browser`: that it comes from the browser that signed in, by a DPoP proof (RFC 9449).
 * - `stepUp`: this, and that the member has confirmed this one act within the last ten minutes. The call
 *   spends that step-up, unless it only `begins` the act, which another call completes.
 * - `depends`: `browser`, and `stepUp` for some inputs.
 * - `none`: nothing, and why whoever else sends the call gains nothing.
 */
type WritingProtection =
  | 'browser'
  | { readonly stepUp: Act; readonly begins?: true }
  | { readonly depends: readonly [Act, ...Act[]] }
  | { readonly none: string };
/** A call that only reads needs none. `browser`: what it reads belongs to one browser. */
type ReadingProtection = 'browser' | undefined;
export type Protection = WritingProtection | ReadingProtection;

/**
 * What somebody gains who makes a call in a member's name (docs/security.md, «Acts of value»).
 *
 * - `entry`: who gets in with a passport, and what is shown at the gate.
 * - `delivery`: where something of worth is sent.
 * - `passport`: whose a passport is, and its money.
 * - `account`: how the member signs in, and is reached.
 * - `none`: nothing that they could use or pass on.
 *
 * A call of one of the first three takes a confirmed browser at least, is announced to the member on every channel,
 * and what it has done is taken back by the member's ways out.
 */
export type Value = 'entry' | 'delivery' | 'passport' | 'account' | 'none';

/**
 * One call of the product API, as data. The client calls it, the server mounts it,
 * and the OpenAPI document and the fuzz tests are generated from it.
 *
 * `path` has its parameters in braces: `/notifications/{id}`. `errors` lists the error codes
 * that are specific to this call; every call may also answer 401, 404, 429 and 500.
 */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
> = {
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  /**
   * `member`: needs a bearer token. `public`: needs none. `team`: signed by a team that releases a part of
   * the portal (docs/decisions/0035-releases.md).
   */
  readonly access: 'member' | 'public' | 'team';
  /** Allowed before the member has accepted the terms in force. */
  readonly beforeTerms?: boolean;
  /** See {@link Protection}; every call that writes has one. */
  readonly protection?: Protection;
  /** See {@link Value}; every call of a member that writes has one. */
  readonly value?: Value;
  /**
   * Allowed in a browser in which a password alone has signed in and nothing has confirmed the member yet:
   * what confirms it, and what only takes from whoever is signed in there.
   */
  readonly inNewBrowser?: true;
  /** It writes, but no other call answers anything else after it: what clients know stays true. */
  readonly changesNoAnswer?: true;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body is a file of one of these types instead of JSON. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number };
  readonly answer?: Answer;
  readonly errors?: readonly ErrorCode[];
};

/**
 * Declares an API call: `endpoint('PUT', '/me', { access: 'member', protection: 'browser', … })`. The types of
 * its input and answer are inferred from the schemas. A call that writes and declares no `protection`, or as a
 * member's no `value`, does not compile.
 */
export function endpoint<
  const Method extends HttpMethod,
  const Params extends Schema | undefined = undefined,
  const Query extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
  const Answer extends Schema | undefined = undefined,
  const P extends Protection = undefined,
>(
  method: Method,
  path: Endpoint['path'],
  definition: Omit<Endpoint<Params, Query, Body, Answer>, 'method' | 'path' | 'protection'> & {
    readonly protection?: P;
  } & ProtectionOf<Method>,
): Readonly<Endpoint<Params, Query, Body, Answer>> & { readonly protection?: P } {
  const declared = { method, path, ...definition };
  return Object.freeze(declared) as ReturnType<
    typeof endpoint<Method, Params, Query, Body, Answer, P>
  >;
}

type ProtectionOf<Method extends HttpMethod> = Method extends 'GET'
  ? { readonly protection?: ReadingProtection }
  :
      | { readonly access: 'public' | 'team'; readonly protection: WritingProtection }
      | (MembersWrite & ValueOf);

type MembersWrite = { readonly access: 'member'; readonly protection: WritingProtection };
type WorthyValue = Exclude<Value, 'none' | 'account'>;
/**
 * What a member has of worth is given away neither without protection nor from a browser that nothing confirms. A
 * call whose protection depends on its input asks for a step-up itself.
 */
type ValueOf =
  | { readonly value: Exclude<Value, WorthyValue> }
  | {
      readonly value: WorthyValue;
      readonly protection: 'browser' | { readonly stepUp: Act };
      readonly inNewBrowser?: never;
    }
  | {
      readonly value: WorthyValue;
      readonly protection: { readonly depends: readonly [Act, ...Act[]] };
    };

/** Whether a call carries the proof of the browser's key. */
export const provesBrowser = ({ protection }: Pick<Endpoint, 'protection'>): boolean =>
  protection !== undefined && (typeof protection === 'string' || !('none' in protection));

type Part<Name extends string, S, Kind extends 'in' | 'out'> = S extends Schema
  ? Record<Name, Kind extends 'in' ? v.InferInput<S> : v.InferOutput<S>>
  : unknown;

/** The input of a caller: `params`, `query` and `body`, as far as the call has them. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined>
    ? Part<'params', P, 'in'> & Part<'query', Q, 'in'> & Part<'body', B, 'in'>
    : never;

/** The validated input that the server’s handler receives. */
export type EndpointRequest<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined>
    ? Part<'params', P, 'out'> & Part<'query', Q, 'out'> & Part<'body', B, 'out'>
    : never;

/** The parsed answer; `undefined` if the call answers without a body (204). */
export type EndpointAnswer<E> = E extends { readonly answer?: infer A }
  ? A extends Schema
    ? v.InferOutput<A>
    : undefined
  : undefined;
