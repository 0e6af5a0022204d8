import type { PackageOnPage, PortalPage, ViewReport, Visit, Vital } from '@portal/shared-contract';
import { viewsAddress } from '@portal/shared-contract/report-address';
import { routeFor } from '@portal/shared-routing/route-match';
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { headerLiveAt } from './header-live.ts';
import type { StageEvent } from './report-stage.ts';

/** As much as the server takes. */
const VALUE_MAX = 600_000;
/** The least that browsers measure; the library leaves out what is below 40 ms unless told otherwise. */
const SHORTEST_PRESS_MS = 16;
const THOUSANDTHS = 1000;
const SHELL = 'shell';

type Page = Pick<PortalPage, 'config' | 'shell' | 'remotes' | 'token'>;
type Values = Partial<Record<Vital, number>>;

/** Tells each value of the page as it changes, also those from before. */
export type Measure = (tell: (vital: Vital, value: number) => void) => void;

/**
 * Sends how fast this page was, once, when it is hidden for the first time: for the shell and for the remote of its first
 * screen, with the path of the route's row and never the address. A page in which a part of these failed sends nothing.
 * @param first of the page's first screen: its remote, and its path without the language
 * @returns takes the events of the page's parts
 */
export function createViewSender(
  page: Page,
  first: { readonly remote: string | undefined; readonly path: string },
  {
    measure = measureInBrowser,
    visit = () => visitOf(partsOf(page, first.remote)),
    headerAt = headerLiveAt,
    send = (url, body) => navigator.sendBeacon(url, body),
    target = document,
  }: {
    readonly measure?: Measure;
    readonly visit?: () => Visit;
    readonly headerAt?: () => number | undefined;
    readonly send?: (url: string, body: string) => unknown;
    readonly target?: Pick<Document, 'addEventListener' | 'visibilityState'>;
  } = {},
): (event: StageEvent) => void {
  const values: Values = {};
  // A page in the background is not one that a member waits for.
  let isOver = page.config.vitals === false || target.visibilityState === 'hidden';
  if (!isOver) {
    measure((vital, value) => {
      values[vital] = value;
    });
  }
  // After those that measure, which hear it from the window.
  target.addEventListener('visibilitychange', () => {
    if (isOver || target.visibilityState !== 'hidden') return;
    isOver = true;
    const header = headerAt();
    const all = header === undefined ? values : { ...values, header: Math.round(header) };
    if (Object.keys(all).length === 0) return;
    const reports = reportsOf(page, first, { visit: visit(), ...bounded(all) });
    send(viewsAddress(page.config.apiUrl, page.token), JSON.stringify(reports));
  });
  return ({ part = SHELL, stage }) => {
    // What is measured then is not the release.
    if (stage === 'failed' && [SHELL, first.remote].includes(part)) isOver = true;
  };
}

function reportsOf(
  page: Page,
  { remote, path }: { readonly remote: string | undefined; readonly path: string },
  measured: { readonly visit: Visit } & Values,
): ViewReport[] {
  const owner = remote === undefined ? undefined : page.remotes[remote];
  const route = patternOf(owner ?? page.shell, path);
  const shell = { remote: SHELL, version: page.shell.version, ...measured };
  const ofRoute = route === undefined ? {} : { route };
  if (remote === undefined || owner === undefined) return [{ ...shell, ...ofRoute }];
  return [shell, { remote, version: owner.version, ...ofRoute, ...measured }];
}

/** The path of the row that covers a path: `/my-page/passports/:id`. */
function patternOf({ routes }: PackageOnPage, path: string): string | undefined {
  const row = routeFor(routes, path);
  return Object.keys(routes).find((pattern) => row !== undefined && routes[pattern] === row);
}

const partsOf = ({ shell, remotes }: Page, remote: string | undefined): PackageOnPage[] => {
  const owner = remote === undefined ? undefined : remotes[remote];
  return owner ? [shell, owner] : [shell];
};

/** What the browser had of the page before. */
function visitOf(parts: readonly PackageOnPage[]): Visit {
  if (document.documentElement.dataset.kept !== undefined) return 'kept';
  const scripts = new Set(
    parts.flatMap(({ base, scripts }) =>
      scripts.map((file) => new URL(base + file, location.href).href),
    ),
  );
  const came = performance
    .getEntriesByType('resource')
    .some((entry) => scripts.has(entry.name) && (entry as PerformanceResourceTiming).transferSize);
  return came ? 'first' : 'repeat';
}

const bounded = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([vital, value]) => [vital, Math.min(VALUE_MAX, value)]),
  );

/** The browser tells what was before this code too, as far as it keeps it. */
function measureInBrowser(tell: (vital: Vital, value: number) => void): void {
  const options = { reportAllChanges: true };
  const milliseconds = (vital: Vital) => (metric: Metric) => tell(vital, Math.round(metric.value));
  onLCP(milliseconds('lcp'), options);
  onINP(milliseconds('inp'), { ...options, durationThreshold: SHORTEST_PRESS_MS });
  onCLS(({ value }) => tell('cls', Math.round(value * THOUSANDTHS)), options);
}
