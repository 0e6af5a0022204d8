import { inParallel } from '@portal/delivery-model/in-parallel';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import type { DemoMember } from '@portal/delivery-serve/start/start-portal';
import type { Browser, BrowserContext } from 'playwright-core';
import { type OpenedRoute, openRoute, signIn, type Trouble } from './open-route.ts';
import { type GateRoute, hasParameter } from './routes.ts';
import type { ThrowAwayPortal } from './throw-away-portal.ts';

/** Tabs at a time: what two cores carry. */
const TABS = 4;
/** The screen of unknown addresses has an address of its own. */
const UNKNOWN_PAGE = '/404';
/** For a route whose value no screen links to. */
const INVENTED = '00000000-0000-4000-8000-000000000000';

export async function checkInBrowser(
  browser: Browser,
  portal: ThrowAwayPortal,
  all: readonly GateRoute[],
): Promise<ReleaseRefusal[]> {
  const problems: ReleaseRefusal[] = [];
  for (const guard of ['public', 'session', 'user-verification'] as const) {
    const routes = all.filter((route) => route.guard === guard);
    const first = routes.find(({ path }) => !hasParameter(path)) ?? routes[0];
    if (!first) continue;
    const context = await browser.newContext({ locale: 'ja-JP' });
    try {
      const refused =
        guard !== 'public' && (await signInProblem(context, portal, first, portal.members[guard]));
      problems.push(...(refused ? [refused] : await openAll(context, portal.portal, routes)));
    } finally {
      await context.close();
    }
  }
  return problems;
}

async function signInProblem(
  context: BrowserContext,
  portal: ThrowAwayPortal,
  route: GateRoute,
  member: DemoMember,
): Promise<ReleaseRefusal | undefined> {
  try {
    await signIn(context, portal, addressOf(route, []).path, member);
    return undefined;
  } catch (error) {
    const [detail = ''] = (error as Error).message.split('\n');
    return {
      code: 'browser.sign-in',
      reason: `Nobody can sign in on ${placeOf(route)}: ${detail}`,
      remedy: `${ON_YOUR_MACHINE} without a session, and sign in.`,
    };
  }
}

async function openAll(context: BrowserContext, origin: string, routes: readonly GateRoute[]) {
  const found = new Map<GateRoute, OpenedRoute>();
  const links = () => [...found.values()].flatMap((one) => one.links);
  // Those that need a value come last: other screens link to them.
  for (const needsValue of [false, true]) {
    const left = routes.filter(({ path }) => hasParameter(path) === needsValue);
    await inParallel(left, TABS, async (route) => {
      const { path, isInvented } = addressOf(route, links());
      const mayBeUnknown = isInvented || path === UNKNOWN_PAGE;
      found.set(route, await openRoute(context, origin + path, { mayBeUnknown }));
    });
  }
  return routes.flatMap((route) =>
    (found.get(route)?.troubles ?? []).map((trouble) => problemOf(route, trouble)),
  );
}

function addressOf({ path }: GateRoute, links: readonly string[]) {
  if (!hasParameter(path)) return { path, isInvented: false };
  const segments = path.split('/').map((one) => (hasParameter(one) ? '[^/]+' : one));
  const pattern = new RegExp(`^${segments.join('/')}$`);
  const link = links.find((one) => pattern.test(one));
  return link
    ? { path: link, isInvented: false }
    : { path: path.replace(/:[^/]+|\*/g, INVENTED), isInvented: true };
}

const placeOf = ({ part, version, path }: GateRoute) => `${path} of ${part} ${version}`;

/** In a clone of the portal and in a repository with the kit. */
const ON_YOUR_MACHINE = 'Open the route on your machine (`npm run -s portal -- dev`)';
const WORDS: Readonly<Record<Trouble['kind'], readonly [what: string, remedy: string]>> = {
  blank: [
    'did not come up',
    `${ON_YOUR_MACHINE}. Each screen has a heading, and nothing may wait for ever.`,
  ],
  'error-screen': [
    'shows the error screen',
    `${ON_YOUR_MACHINE} and read the console: the screen threw, or a file did not load.`,
  ],
  error: ['has an error on the console', `${ON_YOUR_MACHINE} and correct what the console says.`],
  policy: [
    'wants what the content security policy forbids',
    'Do it without: no inline script or style, no eval, nothing from origins that the configuration does not name.',
  ],
  request: [
    'has a request that failed',
    'Open the address. A file of a release that does not come has to be published again.',
  ],
};

function problemOf(route: GateRoute, { kind, detail }: Trouble): ReleaseRefusal {
  const [what, remedy] = WORDS[kind];
  const reason = `${placeOf(route)} ${what}: ${detail.replace(/\.?$/, '.')}`;
  return { code: `browser.${kind}`, reason, remedy };
}
