import type { RemoteDocument } from '@portal/delivery-model/document';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SHOWN_WITHIN_MS, shownOn, signIn, watchTroubles } from './open-route.ts';
import { hasParameter } from './routes.ts';
import type { ThrowAwayPortal } from './throw-away-portal.ts';

/** The shell alone shows its words for an unknown address there. */
const SHELL_ALONE = '/404';
/** How long the remote's screen stands. */
const STAY_MS = 1_500;
/** The name of the watch on `window`. */
const WATCH = '__portalGate';
const NAMED = 5;

/** Opens the main screen of a remote between those of the others, signed in, in a browser in which it has not run. */
export async function checkNeighbours(
  browser: Browser,
  portal: ThrowAwayPortal,
  candidate: RemoteDocument,
  remotes: readonly RemoteDocument[],
): Promise<readonly ReleaseRefusal[]> {
  const path = mainScreen(candidate, 'session') ?? mainScreen(candidate, 'public');
  // Public ones may lead a signed-in member elsewhere, which may be to the candidate before its turn.
  const others = remotes.flatMap((one) =>
    one.name === candidate.name ? [] : (mainScreen(one, 'session') ?? []),
  );
  const [home] = others;
  if (path === undefined || home === undefined) return [];
  const context = await browser.newContext({ locale: 'ja-JP' });
  try {
    await signIn(context, portal, home, portal.members.session);
    return await visitBetween(context, portal.portal, path, others);
  } finally {
    await context.close();
  }
}

const mainScreen = ({ rows }: RemoteDocument, wanted: 'session' | 'public'): string | undefined =>
  Object.entries(rows)
    .flatMap(([path, { guard }]) => (guard === wanted && !hasParameter(path) ? [path] : []))
    .sort((a, b) => a.length - b.length)[0];

/** Opens screens of others before and after a screen in one page, and tells what it has changed for them. */
export async function visitBetween(
  context: BrowserContext,
  origin: string,
  path: string,
  others: readonly string[],
): Promise<readonly ReleaseRefusal[]> {
  const page = await context.newPage();
  const troubles = watchTroubles(page, { mayBeUnknown: true });
  const broken: string[] = [];
  let builtins: readonly string[] = [];
  try {
    await page.addInitScript(watchBuiltins, WATCH);
    await page.goto(origin + SHELL_ALONE, { timeout: SHOWN_WITHIN_MS });
    await shownOn(page);
    const ofShell = await changedBuiltins(page);
    const neighbours: string[] = [];
    // A screen that leads a signed-in member elsewhere is nobody's neighbour here, nor is one that fails by itself.
    for (const other of others) if (await isShownAt(page, other)) neighbours.push(other);
    if (neighbours.length === 0) return [];
    await isShownAt(page, path);
    await page.waitForTimeout(STAY_MS);
    // Of its own screen other checks tell, and a card that fails is gone.
    troubles.length = 0;
    for (const other of neighbours) {
      if (!(await isShownAt(page, other))) broken.push(`${other} does not come up`);
    }
    builtins = (await changedBuiltins(page)).filter((one) => !ofShell.includes(one));
  } catch (error) {
    const [detail = ''] = (error as Error).message.split('\n');
    broken.push(detail);
  } finally {
    await page.close();
  }
  broken.push(...troubles.map(({ detail }) => detail));
  const found = (code: string, does: string, what: readonly string[], remedy: string) =>
    what.length === 0
      ? []
      : [
          {
            code: `neighbours.${code}`,
            reason: `${path}, opened between ${others.join(', ')}, ${does}: ${[...new Set(what)].slice(0, NAMED).join('; ')}.`,
            remedy,
          },
        ];
  return [
    ...found(
      'builtins',
      'changes what all remotes use',
      builtins,
      'Leave builtins as they are: wrap a function in a module of your own.',
    ),
    ...found(
      'screens',
      'breaks screens of other remotes that follow it',
      broken,
      'Open your screen and then theirs on your machine (`npm run -s portal -- dev --against`), without a reload, and read the console.',
    ),
  ];
}

/** Leads the page's router to another screen, as the browser's Back does, and says whether it has come. */
async function isShownAt(page: Page, path: string): Promise<boolean> {
  const words = () =>
    `${document.title} ${document.querySelector('h1:not([inert] *)')?.textContent}`;
  const before = await page.evaluate(words);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // A screen that leads elsewhere may end at the one that was shown.
  await page
    .waitForFunction(
      ([old, to]) =>
        location.pathname !== to ||
        `${document.title} ${document.querySelector('h1:not([inert] *)')?.textContent}` !== old,
      [before, path] as const,
      { timeout: SHOWN_WITHIN_MS },
    )
    .catch(() => {});
  const { kind } = await shownOn(page);
  return kind === 'screen' && new URL(page.url()).pathname === path;
}

const changedBuiltins = (page: Page): Promise<string[]> =>
  page.evaluate((name) => (Reflect.get(window, name) as () => string[])(), WATCH);

/**
 * Runs in the page before any of its scripts: notes the properties of all objects that the browser itself gives a page, from
 * `window` on. What it needs to compare them later it takes now, so that it holds where that has been replaced.
 * @param name of the function on `window` that tells which have changed: `Array.prototype.map`
 */
function watchBuiltins(name: string): void {
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { is } = Object;
  const text = String;
  type Noted = { object: object; key: PropertyKey; at: string; was: PropertyDescriptor };
  const noted: Noted[] = [];
  const objects: { object: object; path: string; count: number }[] = [];
  const seen = new Set<unknown>();
  const add = (value: unknown, path: string) => {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || seen.has(value)) return;
    seen.add(value);
    objects[objects.length] = { object: value, path, count: ownKeys(value).length };
  };
  add(window, '');
  for (let index = 0; index < objects.length; index += 1) {
    const { object, path } = objects[index] as (typeof objects)[number];
    for (const key of ownKeys(object)) {
      const was = getOwnPropertyDescriptor(object, key);
      // The numbers of frames, which change by themselves.
      if (!was || (index === 0 && text(+text(key)) === key)) continue;
      const at = path + text(key);
      noted[noted.length] = { object, key, at, was };
      add(was.value, `${at}.`);
      add(was.get, `get ${at}.`);
      add(was.set, `set ${at}.`);
      // The page's own instances, such as `history`; what is stored are properties of storages.
      if (index !== 0 || !was.get) continue;
      const instance = (window as unknown as Record<PropertyKey, unknown>)[key];
      if (!(instance instanceof Storage)) add(instance, `${at}.`);
    }
    add(getPrototypeOf(object), `${path}__proto__.`);
  }
  Object.defineProperty(window, name, {
    value: () => {
      const changed: string[] = [];
      for (let index = 0; index < noted.length; index += 1) {
        const { object, key, at, was } = noted[index] as Noted;
        const now = getOwnPropertyDescriptor(object, key);
        const isSame =
          now && is(now.value, was.value) && now.get === was.get && now.set === was.set;
        if (!isSame) changed[changed.length] = at;
      }
      // `history.pushState = …` hides that of the prototype. New globals hide nothing.
      for (let index = 1; index < objects.length; index += 1) {
        const { object, path, count } = objects[index] as (typeof objects)[number];
        if (ownKeys(object).length > count) changed[changed.length] = `${path}*`;
      }
      return changed;
    },
  });
}
