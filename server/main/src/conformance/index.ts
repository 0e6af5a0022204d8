import { contractEndpoints } from '@portal/server-endpoint/openapi';
import { type Endpoint, ERROR_STATUS, isErrorCode } from '@portal/shared-contract';
import * as v from 'valibot';
import { ask } from '../ask.ts';

/** The API that is tested, as browsers reach it. */
export type ConformanceSubject = {
  readonly api: string;
  /** The portal's origin, whose pages call it. */
  readonly origin: string;
  /** Of a member who exists for such tests; without one, answers to members are not tested. */
  readonly accessToken: string | undefined;
};

/** A call of the contract, and in what its answers deviate from it. */
export type CallResult = {
  readonly call: string;
  /** `undefined` where it is not offered, as the calls of our own sign-in at another provider. */
  readonly deviations: readonly string[] | undefined;
};

/** An id that no object has. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const PARAMS: Readonly<Record<string, string>> = { locale: 'ja', code: '1000005' };
const REQUEST_HEADERS = 'authorization, content-type, dpop';
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Asks every call of the contract that members' browsers make, so that another server can stand behind the
 * portal. It changes nothing: what it writes is no JSON, or lacks what the call needs.
 * @param onCall told which call is asked before it is
 * @throws Refused where the API does not answer
 */
export async function testConformance(
  subject: ConformanceSubject,
  onCall: (call: string) => void,
): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for (const endpoint of contractEndpoints().filter(({ access }) => access !== 'team')) {
    const call = `${endpoint.method} ${endpoint.path}`;
    onCall(call);
    results.push({ call, deviations: await deviationsOf(endpoint, subject) });
  }
  const unknown = await send(subject, 'GET', `/${UNKNOWN}`);
  results.push({
    call: 'an unknown address',
    deviations: await refusalProblems(unknown, ['request.not_found']),
  });
  return results;
}

async function deviationsOf(
  endpoint: Endpoint,
  subject: ConformanceSubject,
): Promise<readonly string[] | undefined> {
  const { access, body, method } = endpoint;
  const path = addressOf(endpoint);
  const token = subject.accessToken && { authorization: `Bearer ${subject.accessToken}` };
  const found = await preflightProblems(endpoint, path, subject);

  const anonymous = await send(subject, method, path, {
    ...(body && { headers: JSON_TYPE, body: '{' }),
  });
  if (access === 'public' && anonymous.status === ERROR_STATUS['request.not_found']) {
    const { error } = await errorOf(anonymous);
    if (error === 'request.not_found' && !endpoint.params) return undefined;
  }
  if (access === 'member') {
    found.push(
      ...prefixed('without a token', await refusalProblems(anonymous, ['auth.unauthorized'])),
    );
    if (!/^Bearer\b/i.test(anonymous.headers.get('www-authenticate') ?? ''))
      found.push('without a token: no `WWW-Authenticate: Bearer` (RFC 6750, section 3)');
  } else if (method !== 'GET' && body) {
    found.push(...prefixed('with a body that is no JSON', await refusalProblems(anonymous)));
  }

  if (isReadByAddress(endpoint) && (access === 'public' || token)) {
    const read =
      access === 'public' ? anonymous : await send(subject, method, path, { headers: token || {} });
    found.push(...(await answerProblems(read, endpoint)));
    if (access === 'member' && read.headers.get('cache-control') !== 'no-store')
      found.push('an answer to a member is not `Cache-Control: no-store`');
  }
  if (token && access === 'member' && method !== 'GET' && body && !v.is(body, {})) {
    const incomplete = await send(subject, method, path, {
      headers: { ...token, ...JSON_TYPE },
      body: '{}',
    });
    found.push(...prefixed('with an empty object', await refusalProblems(incomplete)));
    const isConfirmed = typeof endpoint.protection === 'object' && 'stepUp' in endpoint.protection;
    if (isConfirmed && incomplete.status !== ERROR_STATUS['user.step_up_required'])
      found.push('it does not ask for the member’s confirmation before anything else');
  }
  return found;
}

/** Whether the address alone, without a query or the browser's key, is answered. */
const isReadByAddress = ({ method, answer, query, protection }: Endpoint): boolean =>
  method === 'GET' &&
  answer !== undefined &&
  protection === undefined &&
  (!query || v.is(query, {}));

const addressOf = ({ path }: Endpoint): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? UNKNOWN);

const send = (
  { api, origin }: ConformanceSubject,
  method: string,
  path: string,
  init: { readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<Response> =>
  ask(api.replace(/\/$/, '') + path, { ...init, method, headers: { origin, ...init.headers } });

const prefixed = (when: string, problems: readonly string[]): string[] =>
  problems.map((problem) => `${when}: ${problem}`);

/** What a browser on the portal's page asks before the call (Fetch, «CORS-preflight request»). */
async function preflightProblems(
  { method }: Endpoint,
  path: string,
  subject: ConformanceSubject,
): Promise<string[]> {
  const { status, headers } = await send(subject, 'OPTIONS', path, {
    headers: {
      'access-control-request-method': method,
      'access-control-request-headers': REQUEST_HEADERS,
    },
  });
  const names = (header: string) =>
    (headers.get(header) ?? '').split(',').map((name) => name.trim().toLowerCase());
  const allowed = names('access-control-allow-headers');
  const missing = REQUEST_HEADERS.split(', ').filter((name) => !allowed.includes(name));
  return [
    ...(status >= 200 && status < 300 ? [] : [`the preflight is answered with ${status}`]),
    ...(headers.get('access-control-allow-origin') === subject.origin
      ? []
      : [`pages of ${subject.origin} may not call it (Access-Control-Allow-Origin)`]),
    ...(method === 'GET' || names('access-control-allow-methods').includes(method.toLowerCase())
      ? []
      : [`${method} is not allowed (Access-Control-Allow-Methods)`]),
    ...(missing.length === 0
      ? []
      : [`not allowed: ${missing.join(', ')} (Access-Control-Allow-Headers)`]),
  ];
}

async function errorOf(answer: Response): Promise<{ readonly error?: unknown }> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : {};
}

/** @param expected the codes that fit; every code of the contract where there are none */
async function refusalProblems(answer: Response, expected?: readonly string[]): Promise<string[]> {
  const { error } = await errorOf(answer);
  if (!isErrorCode(error)) return [`${answer.status} without a code of the contract in \`error\``];
  if (answer.status !== ERROR_STATUS[error])
    return [`${error} is answered with ${answer.status} instead of ${ERROR_STATUS[error]}`];
  if (expected && !expected.includes(error)) return [`${error} instead of ${expected.join(', ')}`];
  return answer.status >= 500 ? [`it fails with ${error}`] : [];
}

/** A read of what exists is answered by its schema; one of an unknown id is refused. */
async function answerProblems(read: Response, { answer, params }: Endpoint): Promise<string[]> {
  if (!read.ok) {
    const problems = await refusalProblems(read);
    if (problems.length > 0 || params) return problems;
    return [`it is refused to the member with ${read.status}`];
  }
  const body: unknown = await read
    .clone()
    .json()
    .catch(() => undefined);
  const parsed = answer && v.safeParse(answer, body);
  if (!parsed || parsed.success) return [];
  return parsed.issues.map(
    (issue) => `the answer’s ${v.getDotPath(issue) ?? 'body'}: ${issue.message}`,
  );
}
