import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '@portal/checks-tools/root';

/**
 * Mozilla's HTTP Observatory (MPL-2.0). It is no dependency of the portal: it brings 230 packages, a
 * database and an error reporter, of which this needs the graders alone.
 */
const PACKAGE = '@mdn/mdn-http-observatory';
const VERSION = '1.4.8';
const FOLDER = path.join(ROOT, '.run/observatory');
const INSTALLED = path.join(FOLDER, 'node_modules', PACKAGE);

type Result = { readonly result: string | null; readonly pass: boolean };
/** Their `Requests`: what was asked of a host, and what it answered. */
type Requests = {
  readonly responses: Record<string, unknown>;
  readonly resources: { path: string | null };
  session: unknown;
};
type Modules = {
  readonly Requests: new (hostname: string) => Requests;
  readonly ALL_TESTS: readonly ((requests: Requests) => Result)[];
  readonly getScoreModifier: (result: string) => number;
  readonly getGradeForScore: (score: number) => { readonly score: number; readonly grade: string };
  readonly MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
  readonly parseHttpEquivHeaders: (html: string, url: string) => unknown;
  readonly AxiosHeaders: new (headers: Readonly<Record<string, string>>) => object;
  readonly CookieJar: new () => { setCookieSync(cookie: string, url: string): unknown };
};

export type Graders = (page: GradedPage) => Grade;
/** An answer as a browser would get it at `url`, over TLS. */
export type GradedPage = { readonly url: string; readonly answer: Response; readonly body: string };
type Grade = {
  readonly score: number;
  readonly grade: string;
  /** By the name of the test: what it found, where that costs points. */
  readonly costs: readonly string[];
};

/** Installs the package below `.run`, where it is not yet, without running its scripts. */
function install(): void {
  if (existsSync(INSTALLED)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, 'package.json'), '{ "private": true }\n');
  const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...flags, `${PACKAGE}@${VERSION}`], { cwd: FOLDER });
  // Its install script would fetch this list; no host of the portal's tests is on it.
  writeFileSync(path.join(INSTALLED, 'conf/hsts-preload.json'), '{}');
}

/** Grades single answers as the Observatory's scan does, error pages too, which a scan refuses. */
export async function loadGraders(): Promise<Graders> {
  install();
  const load = (file: string) => import(pathToFileURL(path.join(INSTALLED, 'src', file)).href);
  const module = (file: string) =>
    import(pathToFileURL(path.join(FOLDER, 'node_modules', file)).href);
  const modules: Modules = {
    ...(await load('types.js')),
    ...(await load('constants.js')),
    ...(await load('grader/grader.js')),
    ...(await load('grader/charts.js')),
    ...(await load('retriever/utils.js')),
    ...(await module('tough-cookie/dist/cookie/index.js')),
    ...(await module('axios/index.js')),
  };
  return (page) => gradeOf(modules, page);
}

/** As `src/scanner/index.js` of the package, for an answer that is there already. */
function gradeOf(modules: Modules, page: GradedPage): Grade {
  const requests = requestsOf(modules, page);
  const results = modules.ALL_TESTS.map((test) => ({ name: test.name, ...test(requests) }));
  const scored = results.map(({ name, result }) => {
    return { name, result, points: result ? modules.getScoreModifier(result) : 0 };
  });
  const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 100);
  const withoutCredit = sum(scored.map(({ points }) => Math.min(0, points)));
  const score =
    withoutCredit >= modules.MINIMUM_SCORE_FOR_EXTRA_CREDIT
      ? sum(scored.map(({ points }) => points))
      : withoutCredit;
  return {
    ...modules.getGradeForScore(score),
    costs: scored
      .filter(({ points }) => points < 0)
      .map(({ name, result, points }) => `${name}: ${result} (${points})`),
  };
}

function requestsOf(modules: Modules, { url, answer, body }: GradedPage): Requests {
  const requests = new modules.Requests(new URL(url).hostname);
  const headers = Object.fromEntries(answer.headers);
  const isHtml = headers['content-type']?.startsWith('text/html') === true;
  const httpEquiv = isHtml ? modules.parseHttpEquivHeaders(body, url) : new Map();
  const response = {
    status: answer.status,
    headers: new modules.AxiosHeaders(headers),
    verified: true,
    httpEquiv,
    data: body,
  };
  const jar = new modules.CookieJar();
  for (const cookie of answer.headers.getSetCookie()) jar.setCookieSync(cookie, url);
  Object.assign(requests.responses, {
    auto: response,
    https: response,
    // Nothing of ours answers on plain http; a balancer in front redirects.
    http: null,
    httpRedirects: [],
    httpsRedirects: [{ url: new URL(url), status: answer.status }],
    cors: response,
  });
  requests.resources.path = body;
  requests.session = { jar, url: new URL(url) };
  return requests;
}
