import { SLICE_COOKIE, sliceDigits } from '@portal/delivery-model/canary';
import type { Check, Problem } from '@portal/delivery-model/gate';
import { inParallel } from '@portal/delivery-model/in-parallel';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Composition, type GateRoute, hasParameter } from './compositions.ts';
import { type OpenedRoute, openRoute, reportViolations, type Trouble } from './open-route.ts';
import { signIn } from './sign-in.ts';
import type { ThrowAwayPortal } from './throw-away-portal.ts';

/** Tabs at a time: what two cores carry. */
const TABS = 4;
/** The screen of unknown addresses has an address of its own. */
const UNKNOWN_PAGE = '/404';
/** For a route whose value no screen links to. */
const INVENTED = '00000000-0000-4000-8000-000000000000';

/**
 * Opens every route of the compositions in a browser, signed in where the route asks for it.
 * @param portal serves the page of each composition to the slice with its number
 * @param onOpened is told how many routes were opened
 */
export async function checkInBrowser(
  browser: Browser,
  portal: ThrowAwayPortal,
  compositions: readonly Composition[],
  onOpened: (count: number) => void,
): Promise<Check> {
  const problems: Problem[] = [];
  let count = 0;
  const opened = () => onOpened(++count);
  for (const [slice, composition] of compositions.entries()) {
    for (const guard of ['public', 'session', 'user-verification'] as const) {
      const routes = composition.routes.filter((route) => route.guard === guard);
      if (routes.length === 0) continue;
      const context = await browser.newContext({ locale: 'ja-JP' });
      const value = sliceDigits(slice);
      await context.addCookies([{ name: SLICE_COOKIE, value, url: portal.portal }]);
      await reportViolations(context);
      try {
        const audience = { context, portal, composition, routes, opened };
        const first = routes.find(({ path }) => !hasParameter(path)) ?? routes[0];
        const refused =
          guard !== 'public' && first && (await signInProblem(audience, first, guard));
        problems.push(...(refused ? [refused] : await openAll(audience)));
      } finally {
        await context.close();
      }
    }
  }
  return { name: 'browser', problems };
}

type Audience = {
  readonly context: BrowserContext;
  readonly portal: ThrowAwayPortal;
  readonly composition: Composition;
  readonly routes: readonly GateRoute[];
  readonly opened: () => void;
};

async function signInProblem(
  { context, portal, composition }: Audience,
  route: GateRoute,
  guard: 'session' | 'user-verification',
): Promise<Problem | undefined> {
  const path = addressOf(route, []).path;
  try {
    await signIn(context, portal, path, portal.members[guard]);
    return undefined;
  } catch (error) {
    const [detail = ''] = (error as Error).message.split('\n');
    return {
      code: 'browser.sign-in',
      reason: `Nobody can sign in on ${placeOf(route, composition)}: ${detail}`,
      remedy:
        'Start the portal with these releases (`npm start`), open the route without a session, and sign in.',
    };
  }
}

async function openAll({ context, portal, composition, routes, opened }: Audience) {
  const found = new Map<GateRoute, OpenedRoute>();
  const links = () => [...found.values()].flatMap((one) => one.links);
  // Those that need a value come last: other screens link to them.
  for (const needsValue of [false, true]) {
    const left = routes.filter(({ path }) => hasParameter(path) === needsValue);
    await inParallel(left, TABS, async (route) => {
      const { path, isInvented } = addressOf(route, links());
      const mayBeUnknown = isInvented || path === UNKNOWN_PAGE;
      found.set(route, await openRoute(context, portal.portal + path, { mayBeUnknown }));
      opened();
    });
  }
  return routes.flatMap((route) =>
    (found.get(route)?.troubles ?? []).map((trouble) => problemOf(route, composition, trouble)),
  );
}

/** An address of the route: one that a screen links to, or with an invented value. */
function addressOf({ path }: GateRoute, links: readonly string[]) {
  if (!hasParameter(path)) return { path, isInvented: false };
  const segments = path.split('/').map((one) => (hasParameter(one) ? '[^/]+' : one));
  const pattern = new RegExp(`^${segments.join('/')}$`);
  const link = links.find((one) => pattern.test(one));
  return link
    ? { path: link, isInvented: false }
    : { path: path.replace(/:[^/]+|\*/g, INVENTED), isInvented: true };
}

const placeOf = ({ part, version, path }: GateRoute, { shell }: Composition) =>
  part === shell.name
    ? `${path} of ${part} ${version}`
    : `${path} of ${part} ${version} with shell ${shell.version}`;

const WORDS: Readonly<Record<Trouble['kind'], readonly [what: string, remedy: string]>> = {
  blank: [
    'did not come up',
    'Open the route on your machine (`npm start`). Each screen has a heading, and nothing may wait for ever.',
  ],
  'error-screen': [
    'shows the error screen',
    'Open the route on your machine (`npm start`) and read the console: the screen threw, or a file did not load.',
  ],
  error: [
    'has an error on the console',
    'Open the route on your machine (`npm start`) and correct what the console says.',
  ],
  policy: [
    'wants what the content security policy forbids',
    'Do it without: no inline script or style, no eval, nothing from origins that the configuration does not name.',
  ],
  request: [
    'has a request that failed',
    'Open the address. A file of a release that does not come has to be published again.',
  ],
};

function problemOf(route: GateRoute, composition: Composition, { kind, detail }: Trouble): Problem {
  const [what, remedy] = WORDS[kind];
  const reason = `${placeOf(route, composition)} ${what}: ${detail.replace(/\.?$/, '.')}`;
  return { code: `browser.${kind}`, reason, remedy };
}
