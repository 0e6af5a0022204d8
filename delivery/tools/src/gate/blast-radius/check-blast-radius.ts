import type { Problem } from '@portal/delivery-model/gate';
import type { BrowserContext } from 'playwright-core';
import { SHOWN_WITHIN_MS, watchTroubles } from '../open-route.ts';
import { holdCards } from './held-cards.ts';
import { type InspectedPage, inspectPage } from './inspected-page.ts';
import { goTo, type PageFacts, readPageFacts, settled } from './page-facts.ts';

export type Neighbourhood = {
  /** A browser in which a member is signed in. */
  readonly context: BrowserContext;
  readonly origin: string;
  /** What is checked, `mypage 0.1.0+…`. */
  readonly title: string;
  /** The name of its container on `window`. */
  readonly container: string;
  /** In the addresses of its files, and of no others. */
  readonly files: string;
  /** Its name, where it has cards on screens of others. */
  readonly cardsOf?: string | undefined;
  /** The path of its main screen. */
  readonly path: string;
  /** The paths of the main screens of other remotes. */
  readonly others: readonly string[];
};

/** A screen has come when nothing has moved for this long. */
const QUIET_MS = 500;
/** How long the remote's own screen stands, and how long after it was left its last timers may run. */
const STAY_MS = 1_500;
/** The shell shows its words for an unknown address there. */
const UNKNOWN_PATH = '/404';
const HEAP_BYTES = 50_000_000;
const USAGE_BYTES = 5_000_000;
const STORED_CHARACTERS = 50_000;
const NAMED = 5;

/**
 * Opens the main screens of the other remotes in one page before and after the main screen of a remote, as a member
 * does who goes from one to the other, and tells what it has changed for them. Between the two they have its cards, and before and
 * after no cards at all.
 */
export async function checkBlastRadius(place: Neighbourhood): Promise<readonly Problem[]> {
  const { context, origin, others, path, cardsOf } = place;
  const [first] = others;
  if (first === undefined) return [];
  const page = await context.newPage();
  const troubles = watchTroubles(page, { mayBeUnknown: false });
  try {
    const showCards = await holdCards(page);
    const inspect = await inspectPage(page);
    await page.goto(origin + first, { timeout: SHOWN_WITHIN_MS });
    const inspected = await inspect();
    const facts = () => inspected.evaluate(readPageFacts, undefined);

    const shown = await tour(inspected, others);
    // A screen that leads a signed-in member elsewhere is nobody's neighbour here, nor is one that fails by itself.
    const neighbours = others.filter((other) => shown.get(other) === 'screen');
    const [home] = neighbours;
    if (home === undefined) {
      const failed = others.filter((other) => shown.get(other) !== 'elsewhere');
      const what = failed.map((other) => `${other} does not come up, also without it`);
      return failed.length === 0 ? [] : [problemOf(place, 'screens', what)];
    }
    // As it is after a change of screens: the first page of a visit differs in its focus.
    await open(inspected, UNKNOWN_PATH);
    await open(inspected, home);
    const before = { facts: await facts(), heap: await inspected.heap() };
    troubles.length = 0;
    await inspected.functionsRun();
    await inspected.markRealm();

    if (cardsOf !== undefined) await showCards(cardsOf);
    await open(inspected, path);
    await page.waitForTimeout(STAY_MS);
    if (cardsOf !== undefined) {
      for (const other of neighbours) {
        await open(inspected, other);
        await page.waitForTimeout(STAY_MS);
      }
      await showCards();
      await open(inspected, UNKNOWN_PATH);
    }
    await open(inspected, home);
    await page.waitForTimeout(STAY_MS);
    const itself = await inspected.functionsRun();
    // Of its own screen other checks tell, and a card that fails is gone.
    troubles.length = 0;

    await poke(inspected);
    const after = await tour(inspected, neighbours);
    await open(inspected, home);
    const ran = await inspected.functionsRun();
    const changes = await inspected.changesOfRealm();
    const left = await inspected.listeners();
    const now = { facts: await facts(), heap: await inspected.heap() };

    const isOwn = (script: string) => script.includes(place.files);
    const functions = [...ran].flatMap(([script, names]) => (isOwn(script) ? names : []));
    const found: readonly (readonly [Kind, readonly string[]])[] = [
      ['realm', changes.filter((change) => !isContainer(change, place.container))],
      ['listeners', left.filter(({ script }) => isOwn(script)).map(({ type }) => type)],
      ['code', [...itself.keys()].some(isOwn) ? functions : []],
      ['document', differences(before.facts, now.facts)],
      ['storage', storageChanges(before.facts, now.facts)],
      [
        'screens',
        [
          ...neighbours
            .filter((other) => after.get(other) !== 'screen')
            .map((other) => `${other} does not come up`),
          ...troubles.map(({ detail }) => detail),
        ],
      ],
      ['memory', more('bytes of memory', now.heap - before.heap, HEAP_BYTES)],
    ];
    return found.flatMap(([kind, what]) =>
      what.length === 0 ? [] : [problemOf(place, kind, what)],
    );
  } catch (error) {
    const [detail = ''] = (error as Error).message.split('\n');
    return [problemOf(place, 'screens', [detail])];
  } finally {
    await page.close();
  }
}

type Shown = Awaited<ReturnType<typeof settled>> | 'elsewhere';

async function tour(
  page: InspectedPage,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Shown>> {
  const shown = new Map<string, Shown>();
  for (const path of paths) shown.set(path, await open(page, path));
  return shown;
}

async function open(page: InspectedPage, path: string): Promise<Shown> {
  const before = await page.evaluate(goTo, path);
  const shown = await within(
    page.evaluate(settled, { before, quietMs: QUIET_MS, limitMs: SHOWN_WITHIN_MS }),
    path,
  );
  const at = await page.evaluate(() => location.pathname, undefined);
  return at === path ? shown : 'elsewhere';
}

/** A page that is held by a loop answers nothing. */
async function within<T>(work: Promise<T>, path: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the page is frozen on the way to ${path}`)),
      2 * SHOWN_WITHIN_MS,
    );
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Does what every member does on a page, for whoever listens. */
const poke = (page: InspectedPage) =>
  page.evaluate(() => {
    const heading = document.querySelector('h1:not([inert] *)') ?? document.body;
    for (const type of [
      'pointerdown',
      'pointerup',
      'click',
      'mousemove',
      'touchstart',
      'focusin',
    ]) {
      heading.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
    }
    for (const type of ['keydown', 'keyup'])
      heading.dispatchEvent(new KeyboardEvent(type, { key: 'Shift', bubbles: true }));
    for (const type of ['scroll', 'resize', 'focus', 'online']) dispatchEvent(new Event(type));
  }, undefined);

/** What federation itself adds for each remote. */
const isContainer = (change: string, container: string): boolean =>
  change === container || change === `webpackChunk${container}`;

const differences = (before: PageFacts, now: PageFacts): readonly string[] =>
  Object.keys(before.document).filter((name) => before.document[name] !== now.document[name]);

function storageChanges(before: PageFacts, now: PageFacts): readonly string[] {
  const isNew = (known: readonly string[]) => (one: string) => one !== '' && !known.includes(one);
  const lost = before.storedKeys.filter(isNew(now.storedKeys));
  return [
    ...lost.map((key) => `${key} was removed`),
    ...now.cookies.filter(isNew(before.cookies)).map((name) => `the cookie ${name}`),
    ...now.workers
      .filter(isNew([...before.workers, '/ /worker.js']))
      .map((worker) => `the service worker ${worker}`),
    ...more(
      'characters of local and session storage',
      now.stored - before.stored,
      STORED_CHARACTERS,
    ),
    ...more('bytes of databases and caches', now.usage - before.usage, USAGE_BYTES),
  ];
}

const more = (what: string, value: number, limit: number): readonly string[] =>
  value > limit ? [`${Math.round(value).toLocaleString('en')} more ${what}`] : [];

type Kind = keyof typeof WORDS;
const WORDS = {
  realm: [
    'changes what all remotes use',
    'Leave builtins, other globals and what the shell gives as they are: wrap a function in a module of your own.',
  ],
  listeners: [
    'leaves listeners behind',
    'Remove what you add to the window and the document when the screen goes: in the cleanup of the effect, or by an AbortSignal.',
  ],
  code: [
    'still runs when another screen is shown',
    'End timers, observers and subscriptions in the cleanup of the effect, and change nothing that others call.',
  ],
  document: [
    'leaves another document behind',
    'Change the document in an effect, and put back what was there in its cleanup. The title is that of the route row.',
  ],
  storage: [
    'changes the storage that all remotes share',
    'Keep little, remove nothing of others, and set no cookie and no service worker.',
  ],
  screens: [
    'breaks screens of other remotes that follow it',
    'Open your screen and then theirs on your machine (`npm run -s portal -- dev`), without a reload, and read the console.',
  ],
  memory: [
    'holds memory when another screen is shown',
    'Let go of what the screen held when it goes.',
  ],
} as const;

function problemOf(
  { title, path, others }: Neighbourhood,
  kind: Kind,
  what: readonly string[],
): Problem {
  const [does, remedy] = WORDS[kind];
  const names = [...new Set(what)];
  const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const reason = `${path} of ${title}, opened between ${others.join(', ')}, ${does}: ${names.slice(0, NAMED).join('; ')}${rest}.`;
  return { code: `blast-radius.${kind}`, reason, remedy };
}
