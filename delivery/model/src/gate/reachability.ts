import { createHash } from 'node:crypto';
import type { ReleaseDocument, ReleasedFile } from '../document.ts';
import { fileType, INERT_HEADERS } from '../store/file-type.ts';
import type { Problem } from './problem.ts';

export type ReachabilityOptions = {
  readonly fetch: typeof fetch;
  /**
   * Where browsers find the files of this part, each with a slash at the end: the edge
   * (`https://portal.example/remotes/account/`), and the part's own origin if it has one.
   */
  readonly bases: readonly string[];
  /** The portal's origin, which must be allowed to load files of other origins. */
  readonly portalOrigin: string;
  /** How many files are asked for at a time. */
  readonly concurrency?: number;
  /** How long one file may take. */
  readonly timeLimitMs?: number;
};

const CONCURRENCY = 8;
const TIME_LIMIT_MS = 10_000;

/**
 * Asks for every file of a release at every address where browsers will, and compares what comes with
 * the document: status, bytes, type, caching, CORS at an origin that is not the portal's, and that a file which
 * is opened by itself can do nothing.
 */
export async function reachabilityProblems(
  candidate: ReleaseDocument,
  { concurrency = CONCURRENCY, ...options }: ReachabilityOptions,
): Promise<Problem[]> {
  const wanted = options.bases.flatMap((base) =>
    Object.entries(candidate.files).map(([name, file]) => ({ url: new URL(name, base), file })),
  );
  const results: Problem[][] = wanted.map(() => []);
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < wanted.length; at = next++) {
      const item = wanted[at];
      if (item) results[at] = await fileProblems(item.url, item.file, options);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, wanted.length) }, worker));
  return results.flat();
}

async function fileProblems(
  url: URL,
  file: ReleasedFile,
  options: Omit<ReachabilityOptions, 'concurrency'>,
): Promise<Problem[]> {
  const { origin } = new URL(options.portalOrigin);
  try {
    const response = await options.fetch(url, {
      headers: { origin },
      // The page names one address for each file; the policy may not allow another.
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return [unreachable(url, `the answer is ${response.status}`)];
    }
    return [
      ...headerProblems(url, response.headers, origin),
      ...(await bodyProblems(url, response, file)),
    ];
  } catch (error) {
    return [unreachable(url, wordsOf(error))];
  }
}

const unreachable = (url: URL, why: string): Problem => ({
  code: 'reachability.status',
  reason: `${url} cannot be loaded: ${why}.`,
  remedy:
    'Publish the release again, which stores the files that are not there. Then ask for the address in a browser.',
});

/** What the headers of a file of a release lack. */
export function headerProblems(url: URL, headers: Headers, portalOrigin: string): Problem[] {
  const problems: Problem[] = [];
  const type = essenceOf(headers.get('content-type') ?? '');
  const wanted = essenceOf(fileType(url.pathname) ?? '');
  if (type !== wanted) {
    problems.push({
      code: 'reachability.type',
      reason: `${url} has the content type ${type || '(none)'} instead of ${wanted}.`,
      remedy:
        'Publish the release again, which stores the type with the file, or correct the types of the file server.',
    });
  }
  const directives = (headers.get('cache-control') ?? '').toLowerCase().split(/\s*,\s*/);
  if (!directives.includes('immutable') || !directives.some((one) => /^max-age=[1-9]/.test(one))) {
    problems.push({
      code: 'reachability.caching',
      reason: `${url} is not cached for ever: its cache-control is "${directives.join(', ')}".`,
      remedy: 'Serve files of releases with "cache-control: public, max-age=31536000, immutable".',
    });
  }
  const allowed = headers.get('access-control-allow-origin');
  if (url.origin !== portalOrigin && allowed !== '*' && allowed !== portalOrigin) {
    problems.push({
      code: 'reachability.cors',
      reason: `${url} is on another origin and does not allow ${portalOrigin} to read it.`,
      remedy: `Serve it with "access-control-allow-origin: ${portalOrigin}".`,
    });
  }
  const acting = Object.entries(INERT_HEADERS).filter(
    ([name, value]) => headers.get(name) !== value,
  );
  if (acting.length > 0) {
    problems.push({
      code: 'reachability.inert',
      reason: `${url} could act on the portal's origin when somebody opens it by itself.`,
      remedy: `Serve it with ${acting.map(([name, value]) => `"${name}: ${value}"`).join(', ')}.`,
    });
  }
  return problems;
}

/** A type without its parameters. */
const essenceOf = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

async function bodyProblems(url: URL, response: Response, file: ReleasedFile): Promise<Problem[]> {
  const hash = createHash('sha384');
  let size = 0;
  for await (const chunk of response.body ?? []) {
    hash.update(chunk);
    size += chunk.byteLength;
    // A server that never ends is not read to the end.
    if (size > file.size) break;
  }
  if (size === file.size && `sha384-${hash.digest('base64')}` === file.integrity) return [];
  return [
    {
      code: 'reachability.hash',
      reason: `${url} does not have the content that the release names, so that no browser would run it.`,
      remedy:
        'Publish the release again. If it stays so, something between the store and the browser changes files: a proxy that minifies, or a cache with an old file.',
    },
  ];
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it did not come in time';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
