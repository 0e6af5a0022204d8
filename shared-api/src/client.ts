import type {
  Endpoint,
  EndpointAnswer,
  EndpointInput,
  PortalConfig,
  Schema,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { fillPath, queryString } from './address.ts';
import { type EarlyAnswers, takeEarly } from './early.ts';
import { refusalOf } from './refusal.ts';
import { type ApiError, type Failure, failure, type Result } from './result.ts';
import { oneRefreshAtATime, type TokenSource, UNREACHABLE } from './tokens.ts';
import {
  type Answered,
  createTransport,
  limitedTime,
  reasonOf,
  type TransportRequest,
} from './transport.ts';

export type ApiSetup = {
  readonly config: Pick<PortalConfig, 'apiUrl' | 'apiKey' | 'mockUrl'>;
  readonly tokens: TokenSource;
  /** Answers begun by the page's boot script; each is taken once. */
  readonly early?: EarlyAnswers;
  readonly fetch?: typeof globalThis.fetch;
  /** Sends the member to /404: for what was navigated to, and for nothing else. */
  readonly onNotFound: () => void;
};

export type CallOptions = {
  /**
   * `navigation`: what the member went to; a 404 leads to /404. `form`: a look-up or submit inside a
   * page that must stay. `background` (default): nobody is waiting on a page for it.
   */
  readonly purpose?: 'navigation' | 'form' | 'background';
  /** Calls the configured mock host instead of the API (spec §7). */
  readonly mock?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** For the whole call, its retry and the token's renewal included. */
  readonly timeoutMs?: number;
};

/** Long enough for a phone on a train, short enough that nobody reloads first. */
export const DEFAULT_TIMEOUT_MS = 20_000;

/** The input may be left out where the endpoint has no params, no body and no query it insists on. */
export type CallArguments<E> =
  NeedsInput<EndpointInput<E>> extends true
    ? [input: EndpointInput<E>, options?: CallOptions | undefined]
    : [input?: EndpointInput<E> | undefined, options?: CallOptions | undefined];

type NeedsInput<Input> = unknown extends Input
  ? false
  : Input extends { params: unknown } | { body: unknown }
    ? true
    : Input extends { query: infer Query }
      ? Record<never, never> extends Query
        ? false
        : true
      : false;

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
) => Promise<Result<EndpointAnswer<E>>>;

type AnyInput = { params?: object; query?: object; body?: unknown } | undefined;

/** A client of the product API with the common behaviour of spec §7. The portal has one: `call`. */
export function createApiClient(setup: ApiSetup): Call {
  const { config, tokens, early, onNotFound } = setup;
  const send = createTransport(setup.fetch);
  const refresh = oneRefreshAtATime(tokens);
  // The boot script sent the token that was stored when the page began; it is the stale one if an
  // early answer is 401. Looked at a moment later: the session may start after the client is set up.
  const earlyToken = early?.size ? Promise.resolve().then(() => tokens.accessToken()) : undefined;

  return async (endpoint, ...[input, options = {}]) => {
    const time = limitedTime(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
    try {
      const answered = await ask(endpoint, input as AnyInput, options, time.signal);
      if (!answered.ok) return answered;
      const result = understand(endpoint, answered);
      if (!result.ok && options.purpose === 'navigation' && isNotFound(endpoint, result.error)) {
        onNotFound();
      }
      return result;
    } finally {
      time.end();
    }
  };

  async function ask(
    endpoint: Endpoint,
    input: AnyInput,
    options: CallOptions,
    signal: AbortSignal,
  ): Promise<Answered | Failure> {
    const address =
      fillPath(endpoint.path, input?.params as Record<string, unknown> | undefined) +
      queryString(input?.query as Record<string, unknown> | undefined);
    const begun =
      endpoint.method === 'GET' && !options.mock ? takeEarly(early, address) : undefined;
    const first = begun && (await unlessEnded(readEarly(begun), signal));
    if (first && (!first.ok || first.status !== 401)) return first;

    const request: TransportRequest = {
      url: hostOf(options) + address,
      method: endpoint.method,
      headers: headersOf(options),
      body: input?.body,
      signal,
    };
    if (first) return afterRefresh((await earlyToken) ?? '', request);
    const token = await unlessEnded(tokens.accessToken(), signal);
    if (typeof token === 'object') return token;
    const answered = await send(withToken(request, token));
    return answered.ok && answered.status === 401 ? afterRefresh(token ?? '', request) : answered;
  }

  /** Spec §7: on 401 the token is renewed once, then the call is made again. */
  async function afterRefresh(stale: string, request: TransportRequest) {
    const renewed = await unlessEnded(refresh(stale), request.signal);
    if ('error' in renewed) return renewed;
    if (!renewed.ok) {
      // Nobody refused anything: the member keeps the session and may try again.
      if (renewed.reason === UNREACHABLE) return failure({ kind: 'offline' });
      return failure({ kind: 'session', reason: renewed.reason });
    }
    return send(withToken(request, renewed.accessToken));
  }

  function hostOf(options: CallOptions): string {
    if (!options.mock) return config.apiUrl;
    if (config.mockUrl === undefined) throw new Error('No mock host is configured (mockUrl)');
    return config.mockUrl;
  }

  function headersOf(options: CallOptions): Headers {
    const headers = apiHeaders(config, options.headers);
    // Spec §7: a Content-Type other than JSON is the browser's to write (a form's boundary).
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
      headers.delete('content-type');
    }
    return headers;
  }
}

/** What every request to the API carries, the bearer token apart. */
export function apiHeaders(
  { apiKey }: Pick<PortalConfig, 'apiKey'>,
  others: Readonly<Record<string, string>> = {},
): Headers {
  const headers = new Headers(others);
  headers.set('accept', 'application/json');
  // The page's language, which is not always the browser's: texts for members come in it.
  const { lang } = document.documentElement;
  if (lang) headers.set('accept-language', lang);
  if (apiKey !== undefined) headers.set('x-api-key', apiKey);
  return headers;
}

function withToken(request: TransportRequest, token: string | undefined): TransportRequest {
  const headers = new Headers(request.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return { ...request, headers };
}

/** An early answer, or nothing where it failed in a way that asking again may mend. */
async function readEarly(begun: Promise<Response>): Promise<Answered | undefined> {
  try {
    const response = await begun;
    if (response.status >= 500 || response.status === 429 || response.status === 408) return;
    return { ok: true, status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** The work's outcome, unless the time is up or the caller has given up first. */
function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T | Failure> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(failure(reasonOf(signal)));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

function understand<E extends Endpoint>(
  endpoint: E,
  { status, body }: Answered,
): Result<EndpointAnswer<E>> {
  if (status >= 400) return failure(refusalOf(status, body));
  const schema: Schema | undefined = endpoint.answer;
  if (schema === undefined) return { ok: true, data: undefined as EndpointAnswer<E>, status };
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return { ok: true, data: parsed.output, status };
  // A captive portal's page or a server of another version: the member gets the 500 message, a
  // developer the place, nobody the values.
  console.error(
    `${endpoint.method} ${endpoint.path} answered another shape than the contract's`,
    parsed.issues.map((issue) => v.getDotPath(issue) ?? '(all of it)'),
  );
  return failure({ kind: 'api', status, code: 'server.error' });
}

/** Spec §8: 404, and the pass' 403 where a single item was fetched, look the same. */
const isNotFound = (endpoint: Endpoint, error: ApiError): boolean =>
  error.kind === 'api' &&
  (error.status === 404 ||
    (error.code === 'ap_passport.user.access_denied' &&
      endpoint.method === 'GET' &&
      endpoint.path.endsWith('}')));
