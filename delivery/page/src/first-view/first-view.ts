import type { FirstViewOnPage, Locale, NamedMember } from '@portal/shared-contract';
import { counterpartOf, keepClick } from './first-view-input.ts';
import { filledView } from './first-view-slots.ts';

/** The address of the call that answers the member. */
const USERINFO = '/userinfo';

export type FirstViewFacts = {
  readonly view: FirstViewOnPage;
  readonly locale: Locale;
  /** The bare path of the address. */
  readonly path: string;
  readonly early: ReadonlyMap<string, Promise<Response>>;
  /** Resolves when the stylesheets are there that the view is drawn with. */
  readonly styles: () => Promise<unknown>;
  /** Whom a renewal of the access token has named, a round before the first answer is there. */
  readonly named?: Promise<NamedMember | undefined> | undefined;
  /** The id of the member whose session is stored; undefined without a session. */
  readonly member: () => string | undefined;
};

export type RunningFirstView = {
  /** Whether the view is on the screen. */
  isShown(): boolean;
  /** Resolves when the view has been painted, or will not be. */
  readonly painted: Promise<unknown>;
  /** Takes the view away, for what React has drawn or else for the skeleton. */
  end(): void;
};

/**
 * Shows the first view of the page's screen: at once where it needs no answer, else when the early
 * answers have come, or a part of it when a renewal has named the member. The waiting React root is
 * hidden until it shows as much, and then takes the view's place in one frame.
 * @returns undefined where this visitor or this address has no first view
 */
export function startFirstView(facts: FirstViewFacts): RunningFirstView | undefined {
  const { view, locale, path, early, member } = facts;
  const taken = takeTemplate();
  const owner = member();
  const isMembers = view.visitor === 'member';
  // What the address or the history adds to a screen, only the screen knows.
  const isPlain = !location.search && !location.hash && !history.state?.usr;
  const isFor = isMembers ? owner !== undefined && early.size > 0 : owner === undefined;
  if (!isPlain || !isFor || view.path !== path || view.locale !== locale) return undefined;
  const answers = new Map(
    [...early].map(([address, answer]) => [address, answer.then(dataOf).catch(() => undefined)]),
  );
  let shown: ShownView | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    shown?.end();
    shown = undefined;
  };
  async function show(): Promise<void> {
    const template = await taken;
    if (!template) return;
    const needed = [...answers].filter(
      ([address]) =>
        address === USERINFO || template.innerHTML.includes(address.replaceAll('&', '&amp;')),
    );
    const complete = async () => {
      const values = new Map(
        await Promise.all(needed.map(async ([address, data]) => [address, await data] as const)),
      );
      if ([...values.values()].every(Boolean)) await place(template, values);
    };
    const named = await facts.named;
    if (named) await place(template, new Map([[USERINFO, named]]));
    if (shown) complete().catch(end);
    else await complete();
  }
  async function place(template: HTMLTemplateElement, values: Map<string, unknown>) {
    const { id } = (values.get(USERINFO) ?? {}) as { id?: unknown };
    const content = filledView(template, values, locale);
    await facts.styles();
    // Meanwhile another tab may have signed out, or in as somebody else.
    if (isOver || !content || member() !== owner || (isMembers && id !== owner)) return;
    if (shown) shown.replace(content);
    else shown = showView(content, end);
    await painted();
  }
  addEventListener('storage', () => {
    if (member() !== owner) end();
  });
  addEventListener('pageshow', ({ persisted }) => {
    // In the back-forward cache it has not heard of a sign-out.
    if (persisted && shown) location.reload();
  });
  return { isShown: () => shown !== undefined, painted: show().catch(end), end };
}

/** Takes the template out of the page, which would have the landmarks of its screen twice. */
async function takeTemplate(): Promise<HTMLTemplateElement | null> {
  await parsed();
  const template = document.getElementById('first-view') as HTMLTemplateElement | null;
  template?.remove();
  return template;
}

type ShownView = {
  /** Puts more in its place, unless the member has begun to use it. */
  replace(content: DocumentFragment): void;
  end(): void;
};

/** Puts the view in the skeleton's place, where React has not drawn yet, and watches for React. */
function showView(content: DocumentFragment, end: () => void): ShownView | undefined {
  const { pathname } = location;
  const frame = document.getElementById('skeleton');
  const root = document.getElementById('root');
  const [head, place] = frame?.children ?? [];
  if (!frame || !root || !head || !place || root.firstElementChild) return undefined;
  // Not a <main>: React's own waits in the same document.
  const main = document.createElement('div');
  main.setAttribute('role', 'main');
  main.append(content);
  let skeletons = busyIn(main);
  head.setAttribute('aria-hidden', 'true');
  frame.removeAttribute('aria-hidden');
  // React removes the skeleton with its first frame; this stays until React shows as much.
  frame.id = 'first-view-frame';
  place.replaceWith(main);
  hide(true);
  const click = keepClick(main);
  let { scrollY } = window;
  const onScroll = () => {
    scrollY = window.scrollY;
  };
  addEventListener('scroll', onScroll);

  // Runs after React's changes and before they are painted.
  const observer = new MutationObserver(() => {
    const drawn = root.querySelector('main');
    const isLeft = location.pathname !== pathname;
    const isWaiting =
      drawn &&
      (!drawn.firstElementChild ||
        drawn.querySelector('.sk-main') ||
        (!isLeft && busyIn(drawn) > skeletons));
    if (root.firstElementChild && !isWaiting) end();
    // The router begins a page at its top.
    else if (!isLeft && window.scrollY !== scrollY) window.scrollTo(0, scrollY);
  });
  observer.observe(root, { childList: true, subtree: true });

  return {
    replace(more) {
      if (main.contains(document.activeElement) || click()) return;
      main.replaceChildren(more);
      skeletons = busyIn(main);
    },
    end() {
      observer.disconnect();
      removeEventListener('scroll', onScroll);
      const { activeElement } = document;
      const focused = activeElement && main.contains(activeElement) ? activeElement : undefined;
      const isDrawn = root.firstElementChild !== null;
      hide(false);
      if (isDrawn) frame.remove();
      else {
        main.replaceWith(place);
        frame.id = 'skeleton';
        frame.setAttribute('aria-hidden', 'true');
      }
      if (!isDrawn || location.pathname !== pathname) return;
      if (window.scrollY !== scrollY) window.scrollTo(0, scrollY);
      if (focused) counterpartOf(focused, root)?.focus({ preventScroll: true });
      const pressed = click();
      if (pressed) counterpartOf(pressed, root)?.click();
    },
  };

  function hide(isHidden: boolean): void {
    for (const name of ['hidden', 'inert']) root?.toggleAttribute(name, isHidden);
  }
}

/** How many groups of skeletons there are (`SkeletonGroup` of shared-ui). */
const busyIn = (element: Element): number =>
  element.querySelectorAll('[role=status][aria-busy=true]').length;

async function dataOf(answer: Response): Promise<unknown> {
  // React reads the answer itself.
  return answer.status === 200 ? answer.clone().json() : undefined;
}

function parsed(): Promise<unknown> | undefined {
  if (document.readyState !== 'loading') return undefined;
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

const painted = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
