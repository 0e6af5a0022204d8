import {
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
  type ErrorCode,
  type Locale,
  type PortalConfig,
  provesBrowser,
  type Schema,
  WORK_HEADER,
} from '@portal/shared-contract';
import { limitsOf } from '@portal/shared-contract/limits';
import * as v from 'valibot';
import { fillPath, queryString, sortedQuery } from './address.ts';
import {
  answerKey,
  answerRecorder,
  type EarlyAnswers,
  forgetAnswers,
  takeEarlyAnswer,
} from './answer-store.ts';
import { apiHeaders } from './headers.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { type ApiError, type Failure, failure, type Result, type ServerError } from './result.ts';
import { waitToRetry } from './retry-delay.ts';
import { singleFlightRenewal, type TokenSource, UNREACHABLE } from './tokens.ts';
import {
  type Answered,
  abortAfter,
  abortReason,
  createTransport,
  RETRIED_STATUSES,
  type TransportRequest,
} from './transport.ts';

export type ApiSetup = {
  readonly config: Pick<PortalConfig, 'apiUrl' | 'apiKey' | 'mockUrl' | 'limits'>;
  readonly tokens: TokenSource;
  /** Proves that a call comes from this browser; needed for endpoints with `protection`. */
  readonly proveBrowser?: ProveBrowser;
  /** The language of the answers. */
  readonly locale: () => Locale;
  readonly early?: EarlyAnswers;
  /** What is answered where there is no connection; without it such calls fail. */
  readonly kept?: KeptAnswers;
  /** How long a call may take now whose answer a view waits for; by default as long as any. */
  readonly viewCallLimit?: () => number;
  readonly fetch?: typeof globalThis.fetch;
  /** Fetches the words for an error of the server, which are there when a call answers it. */
  readonly prepareErrorTexts?: () => Promise<void>;
  /** Sends the member to /404; called for purpose `navigation` alone. */
  readonly onNotFound: () => void;
  /** Leads the member to a step that is needed first, such as new terms; called for every refused call. */
  readonly onRefused: (code: ErrorCode) => void;
};

/**
 * Makes the DPoP proof (RFC 9449 §4) of a call; undefined where the browser has no key.
 * @param call.now the time in ms since 1970, as the server has it
 */
export type ProveBrowser = (call: {
  readonly method: string;
  readonly url: string;
  readonly accessToken: string | undefined;
  readonly now: number;
}) => Promise<string | undefined>;

export type CallOptions = {
  /** `navigation`: a 404 leads to /404. `form`: the page must stay. `background` (default): no page waits. */
  readonly purpose?: 'navigation' | 'form' | 'background';
  /** Calls the configured mock host instead of the API. */
  readonly mock?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** For the whole call, with its retry and the renewal of the token. */
  readonly timeoutMs?: number;
  /** Sends this call's requests, for example to tell how much of a file has been sent. */
  readonly fetch?: typeof globalThis.fetch;
};

/** Below this, the clock is not the reason for a refused proof: the server accepts a minute. */
const CLOCK_TOLERANCE_MS = 30_000;

/** The input may be left out where the endpoint has no params, no body and no required query. */
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

export type AnyInput = { params?: object; query?: object; body?: unknown } | undefined;

/** A client of the product API. The portal has one: `call`. */
export function createApiClient(setup: ApiSetup): Call {
  const { config, tokens, early, locale, onNotFound, onRefused } = setup;
  const { call: callLimit } = limitsOf(config);
  const transport = createTransport(setup.fetch);
  /** How far this device's clock is behind the server's, as far as a refusal has told. */
  let clockOffsetMs = 0;
  const renew = singleFlightRenewal(tokens);
  // The boot script sent the token that was stored when the page began: the stale one if an early
  // answer is 401. Read a moment later, since the session may start after the client is set up.
  const earlyToken = early?.size ? Promise.resolve().then(() => tokens.accessToken()) : undefined;

  const callOnce: Call = async (endpoint, ...[input, options = {}]) => {
    const time = abortAfter(options.timeoutMs ?? limitOf(endpoint, options), options.signal);
    const address = addressOf(endpoint, input as AnyInput);
    const record = answerRecorder(answerKey(address, locale()));
    try {
      const mayBeKept = endpoint.method === 'GET' && !options.mock;
      const answered = await askOrKept(mayBeKept, address, async () => {
        const asked = await ask(endpoint, address, input as AnyInput, options, time.signal);
        // Servers that are down say nothing of the connection to those that are not.
        if (asked.ok && asked.status < 500 && setup.kept?.isAway()) setup.kept.found();
        return asked;
      });
      if (!answered.ok) return answered;
      const result =
        answered.status < 400
          ? parseAnswer(endpoint, answered)
          : failure(await readError(answered, setup.prepareErrorTexts));
      if (options.purpose === 'navigation') record(result.ok ? answered : undefined);
      if (!result.ok && options.purpose === 'navigation' && isNotFound(endpoint, result.error)) {
        onNotFound();
      }
      if (!result.ok && result.error.kind === 'api') onRefused(result.error.code);
      return result;
    } finally {
      time.end();
      // Even where it failed: the answer alone may have been lost.
      if (endpoint.method !== 'GET' && !endpoint.changesNoAnswer) forgetAnswers(early);
    }
  };

  return async (endpoint, ...args) => {
    const [input, options] = args;
    let result = await callOnce(endpoint, ...args);
    // More may be asked for meanwhile, because others have had codes.
    while (!result.ok && result.error.kind === 'api' && result.error.work) {
      const { doWork } = await import('./do-work.ts');
      const work = await doWork(result.error.work, options?.signal);
      if (work === undefined) return failure({ kind: 'aborted' });
      const headers = { ...options?.headers, [WORK_HEADER]: work };
      result = await callOnce(endpoint, ...([input, { ...options, headers }] as typeof args));
    }
    return result;
  };

  function limitOf({ method }: Endpoint, { purpose }: CallOptions): number {
    const limit = method === 'GET' && purpose !== 'form' ? setup.viewCallLimit?.() : undefined;
    return Math.min(limit ?? callLimit, callLimit);
  }

  /** What is kept stands in for an answer that does not come or fails; where none came before, it is first. */
  async function askOrKept(
    mayBeKept: boolean,
    address: string,
    ask: () => Promise<Answered | Failure>,
  ): Promise<Answered | Failure> {
    const { kept } = setup;
    if (!kept || !mayBeKept) return ask();
    const fromKept = async () => {
      const body = await kept.answer(sortedQuery(address));
      return body === undefined
        ? undefined
        : ({ ok: true, status: 200, body, kept: true } as const);
    };
    const first = kept.isAway() ? await fromKept() : undefined;
    if (first) return first;
    const answered = await ask();
    const hasFailed = answered.ok && answered.status >= 500;
    if (!hasFailed && (answered.ok || !isUnanswered(answered))) return answered;
    const instead = await fromKept();
    // There is a connection to a server that fails.
    if (instead && !hasFailed) kept.lost();
    return instead ?? answered;
  }

  async function ask(
    endpoint: Endpoint,
    address: string,
    input: AnyInput,
    options: CallOptions,
    signal: AbortSignal,
  ): Promise<Answered | Failure> {
    const begun =
      endpoint.method === 'GET' && !options.mock ? takeEarlyAnswer(early, address) : undefined;
    const first = begun && (await unlessAborted(readEarly(begun), signal));
    if (first && (!first.ok || first.status !== 401)) return first;

    const request: TransportRequest = {
      // After a 401 the call was never tried with a good token.
      isFirstTry: !begun || first !== undefined,
      url: hostOf(options) + address,
      method: endpoint.method,
      headers: headersOf(options),
      body: input?.body,
      signal,
      fetch: options.fetch,
    };
    if (first) return resendRenewed(endpoint, (await earlyToken) ?? '', request);
    const token = await unlessAborted(tokens.accessToken(), signal);
    if (typeof token === 'object') return token;
    const answered = await send(endpoint, request, token);
    return answered.ok && answered.status === 401
      ? resendRenewed(endpoint, token ?? '', request)
      : answered;
  }

  /** Sends a request with its token and, where the endpoint wants it, the browser's proof. */
  async function send(
    endpoint: Endpoint,
    request: TransportRequest,
    token: string | undefined,
  ): Promise<Answered | Failure> {
    const sent = withToken(request, token);
    if (!provesBrowser(endpoint)) return transport(sent);
    const prove = () => browserProofOf(request, token);
    const answered = await transport({ ...sent, prove });
    const serversTime = await timeOfClockRefusal(answered);
    if (serversTime === undefined) return answered;
    clockOffsetMs = serversTime - Date.now();
    return transport({ ...sent, prove });
  }

  /** The proof of a request; undefined where the browser has none, or once the call is aborted. */
  async function browserProofOf(
    { method, url, signal }: TransportRequest,
    accessToken: string | undefined,
  ): Promise<string | undefined> {
    const now = Date.now() + clockOffsetMs;
    const proving = setup.proveBrowser?.({ method, url, accessToken, now });
    const proof = proving && (await unlessAborted(proving, signal));
    return typeof proof === 'string' ? proof : undefined;
  }

  /** The server's time, where the proof was refused and this device's clock may be the reason. */
  async function timeOfClockRefusal(answered: Answered | Failure): Promise<number | undefined> {
    if (!answered.ok || answered.status !== 403 || answered.date === undefined) return undefined;
    const { code } = await readError(answered);
    const isOff = Math.abs(Date.now() + clockOffsetMs - answered.date) > CLOCK_TOLERANCE_MS;
    return code === 'auth.browser_unknown' && isOff ? answered.date : undefined;
  }

  /** On 401 the token is renewed once, then the call is made again. */
  async function resendRenewed(endpoint: Endpoint, stale: string, request: TransportRequest) {
    const renewed = await unlessAborted(renew(stale), request.signal);
    if ('error' in renewed) return renewed;
    if (!renewed.ok) {
      // The provider has refused nothing: the member keeps the session and may try again.
      if (renewed.reason === UNREACHABLE) return failure({ kind: 'offline' });
      return failure({ kind: 'session', reason: renewed.reason });
    }
    return send(endpoint, request, renewed.accessToken);
  }

  function hostOf(options: CallOptions): string {
    if (!options.mock) return config.apiUrl;
    if (config.mockUrl === undefined) throw new Error('No mock host is configured (mockUrl)');
    return config.mockUrl;
  }

  function headersOf(options: CallOptions): Headers {
    const headers = apiHeaders(config, locale(), options.headers);
    // The browser writes any other Content-Type itself, with the boundary of a form.
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
      headers.delete('content-type');
    }
    return headers;
  }
}

const isUnanswered = ({ error }: Failure): boolean =>
  error.kind === 'offline' || error.kind === 'timeout';

function withToken(request: TransportRequest, token: string | undefined): TransportRequest {
  const headers = new Headers(request.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return { ...request, headers };
}

/** An early answer; undefined where it failed in a way that a second request may correct. */
async function readEarly(begun: Promise<Response>): Promise<Answered | undefined> {
  try {
    const response = await begun;
    if (RETRIED_STATUSES.includes(response.status)) {
      await waitToRetry(response);
      return;
    }
    return { ok: true, status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** The work's outcome, or a failure if the signal aborts first. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | Failure> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve(failure(abortReason(signal)));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The path of a call with its query. */
export const addressOf = ({ path }: Endpoint, input: AnyInput): string =>
  fillPath(path, input?.params as Record<string, unknown> | undefined) +
  queryString(input?.query as Record<string, unknown> | undefined);

/**
 * An answer of status 400 to 599. Most visits have none, so what reads it comes with the first one; should that
 * not come, it is an error of the server like others without a code.
 */
async function readError(
  { status, body, retryAfter, requestId }: Answered,
  prepareTexts?: () => Promise<void>,
): Promise<ServerError> {
  try {
    const [{ parseErrorAnswer }] = await Promise.all([
      import('./error-answer.ts'),
      prepareTexts?.(),
    ]);
    return parseErrorAnswer(status, body, retryAfter, requestId);
  } catch {
    return { kind: 'api', status, code: 'server.error' };
  }
}

/** The answer of a status below 400 as the contract has it; another shape is an error of the server. */
export function parseAnswer<E extends Endpoint>(
  endpoint: E,
  { status, body, kept }: Answered,
): Result<EndpointAnswer<E>> {
  const schema: Schema | undefined = endpoint.answer;
  if (schema === undefined) return { ok: true, data: undefined as EndpointAnswer<E>, status };
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return { ok: true, data: parsed.output, status, ...(kept && { kept }) };
  // The page of a captive portal, or a server of another version: the member gets the 500 message, the
  // console the fields, and nobody their values.
  console.error(
    `${endpoint.method} ${endpoint.path} answered in another shape than the contract`,
    parsed.issues.map((issue) => v.getDotPath(issue) ?? '(the whole body)'),
  );
  return failure({ kind: 'api', status, code: 'server.error' });
}

/** A 404, and the passport's 403 on fetching a single one. */
const isNotFound = (endpoint: Endpoint, error: ApiError): boolean =>
  error.kind === 'api' &&
  (error.status === 404 ||
    (error.code === 'ap_passport.user.access_denied' &&
      endpoint.method === 'GET' &&
      endpoint.path.endsWith('}')));
