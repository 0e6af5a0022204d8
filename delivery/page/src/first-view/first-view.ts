import type {
  FirstViewOnPage,
  FirstViewSource,
  Locale,
  NamedMember,
} from '@portal/shared-contract';
import { HEADER_LIVE } from '@portal/shared-contract/first-view';
import { counterpartOf, keepPresses } from './first-view-input.ts';
import { filledView } from './first-view-slots.ts';

const USERINFO = '/userinfo';

export type FirstViewFacts = {
  readonly view: FirstViewOnPage;
  readonly locale: Locale;
  readonly path: string;
  readonly early: ReadonlyMap<string, Promise<Response>>;
  /** Resolves when the stylesheets are there that the view is drawn with. */
  readonly styles: () => Promise<unknown>;
  /** Whom a renewal of the access token has named, a round before the first answer is there. */
  readonly named?: Promise<NamedMember | undefined> | undefined;
  /** What the view last showed to the member whose session is stored. */
  readonly kept: () => Promise<ReadonlyMap<string, unknown> | undefined>;
  /** The id of the member whose session is stored; undefined without a session. */
  readonly member: () => string | undefined;
};

export type RunningFirstView = {
  isShown(): boolean;
  /** Resolves when the view has been painted, or will not be. */
  readonly painted: Promise<unknown>;
  /** React draws: a view that is not shown yet will not be. */
  settle(): void;
  /** What was put into the view, once every call that it needs was answered. */
  source(): FirstViewSource | undefined;
  /** Takes the view away, for what React has drawn or else for the skeleton. */
  end(): void;
};

/**
 * Shows the first view of the page's screen: at once where it needs no answer, else when the early answers have come.
 * Before that it has what it last showed to this member, marked as busy, or a part of it when a renewal has named the
 * member. The waiting React root is hidden until it shows as much, and then takes the view's place in one frame.
 * @returns undefined where this visitor or this address has no first view
 */
export function startFirstView(facts: FirstViewFacts): RunningFirstView | undefined {
  const { view, locale, path, early, member } = facts;
  const taken = takeTemplates();
  const owner = member();
  const isMembers = view.visitor === 'member';
  // What the address or the history adds to a screen, only the screen knows.
  const isPlain = !location.search && !location.hash && !history.state?.usr;
  const isFor = isMembers ? owner !== undefined && early.size > 0 : owner === undefined;
  if (!isPlain || !isFor || view.path !== path || view.locale !== locale) return undefined;
  const { pathname } = location;
  const answers = new Map(
    [...early].map(([address, answer]) => [address, answer.then(dataOf).catch(() => undefined)]),
  );
  const kept = isMembers ? facts.kept() : undefined;
  let shown: ShownView | undefined;
  let source: FirstViewSource | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    shown?.end();
    shown = undefined;
  };
  const settle = () => {
    isOver ||= !shown;
  };
  async function show(): Promise<void> {
    const [template, header] = await taken;
    if (!template) return;
    const needed = [...answers].filter(
      ([address]) =>
        address === USERINFO || template.innerHTML.includes(address.replaceAll('&', '&amp;')),
    );
    const complete = async () => {
      const values = new Map(
        await Promise.all(needed.map(async ([address, data]) => [address, await data] as const)),
      );
      if ([...values.values()].includes(null)) return end();
      if (![...values.values()].every(Boolean)) return;
      source = { pathname, templates: header ? [template, header] : [template], answers: values };
      await place(template, header, values);
    };
    const before = await kept;
    if (before) await place(template, header, before, true);
    const named = !shown && (await facts.named);
    if (named) await place(template, header, new Map([[USERINFO, named]]));
    if (shown) complete().catch(end);
    else await complete();
  }
  async function place(
    template: Template,
    header: Template | null | undefined,
    values: ReadonlyMap<string, unknown>,
    isBusy = false,
  ) {
    const { id } = (values.get(USERINFO) ?? {}) as { id?: unknown };
    const main = filledView(template, values, locale);
    const content = main && { main, header: header && filledView(header, values, locale) };
    await facts.styles();
    // Meanwhile another tab may have signed out, or in as somebody else.
    if (isOver || !content || member() !== owner) return;
    if (isMembers && id !== owner) {
      if (shown) end();
      return;
    }
    if (shown) shown.replace(content);
    else shown = showView(content, isBusy, end);
    await painted();
  }
  addEventListener('storage', () => {
    if (member() !== owner) end();
  });
  addEventListener('pageshow', ({ persisted }) => {
    // In the back-forward cache it has not heard of a sign-out.
    if (persisted && shown) location.reload();
  });
  return {
    isShown: () => shown !== undefined,
    painted: show().catch(end),
    settle,
    source: () => source,
    end,
  };
}

type Template = HTMLTemplateElement;

/** Takes the templates of screen and header out of the page, which would have the landmarks of its screen twice. */
async function takeTemplates(): Promise<(Template | null)[]> {
  await parsed();
  return ['first-view', 'first-view-header'].map((id) => {
    const template = document.getElementById(id) as Template | null;
    template?.remove();
    return template;
  });
}

type Content = {
  readonly main: DocumentFragment;
  /** The header and its popovers; pages of older shells have none. */
  readonly header?: DocumentFragment | null | undefined;
};

type ShownView = {
  /** Puts more in its place, unless the member has begun to use it. */
  replace(content: Content): void;
  end(): void;
};

/** Puts the view in the skeleton's place, where React has not drawn yet, and watches for React. */
function showView(content: Content, isBusy: boolean, end: () => void): ShownView | undefined {
  const { pathname } = location;
  // Before any change: later, the browser would lay the page out to answer.
  let { scrollY } = window;
  const frame = document.getElementById('skeleton');
  const root = document.getElementById('root');
  const [head, place] = frame?.children ?? [];
  if (!frame || !root || !head || !place || root.firstElementChild) return undefined;
  // Not a <main>: React's own waits in the same document.
  const main = document.createElement('div');
  main.setAttribute('role', 'main');
  if (isBusy) main.setAttribute('aria-busy', 'true');
  main.append(content.main);
  let areas = busyAreas(main);
  let header: Element | null | undefined;
  let panels: Panel[] = [];
  const pressed: HTMLElement[] = [];
  showHeader(content);
  if (header) performance.mark(HEADER_LIVE);
  else head.setAttribute('aria-hidden', 'true');
  frame.removeAttribute('aria-hidden');
  // React removes the skeleton with its first frame; this stays until React shows as much.
  frame.id = 'first-view-frame';
  place.replaceWith(main);
  hide(true);
  keepPresses(frame, pressed);
  const onScroll = () => {
    scrollY = window.scrollY;
  };
  addEventListener('scroll', onScroll);

  // The first view gives way to React here: after React's changes and before they are painted.
  const observer = new MutationObserver(() => {
    const drawn = root.querySelector('main');
    const isLeft = location.pathname !== pathname;
    const isWaiting =
      drawn &&
      (!drawn.firstElementChild ||
        drawn.querySelector('.sk-main') ||
        (!isLeft && busyAreas(drawn).some((area) => !areas.includes(area))));
    if (root.firstElementChild && !isWaiting) end();
    else if (!isLeft) keepPlace();
  });
  observer.observe(root, { childList: true, subtree: true });

  return {
    replace(more) {
      main.removeAttribute('aria-busy');
      const isOpen = panels.some(({ element }) => element.getClientRects().length > 0);
      if (isOpen || pressed.length > 0 || frame.contains(document.activeElement)) return;
      const next = main.cloneNode();
      next.appendChild(more.main);
      if (!next.isEqualNode(main)) main.replaceChildren(...next.childNodes);
      areas = busyAreas(main);
      showHeader(more);
    },
    end() {
      observer.disconnect();
      removeEventListener('scroll', onScroll);
      const { activeElement } = document;
      const focused = activeElement && frame.contains(activeElement) ? activeElement : undefined;
      const isDrawn = root.firstElementChild !== null;
      hide(false);
      if (isDrawn) frame.remove();
      else {
        main.replaceWith(place);
        header?.replaceWith(head);
        frame.id = 'skeleton';
        frame.setAttribute('aria-hidden', 'true');
        for (const { element } of panels) element.remove();
      }
      if (!isDrawn || location.pathname !== pathname) return;
      keepPlace();
      if (focused) counterpartOf(focused, frame, root)?.focus({ preventScroll: true });
      for (const button of pressed) counterpartOf(button, frame, root)?.click();
    },
  };

  /** The router begins a page at its top. */
  function keepPlace(): void {
    if (scrollY > 0 && window.scrollY !== scrollY) window.scrollTo(0, scrollY);
  }

  function showHeader({ header: drawn }: Content): void {
    if (panels.every(({ isOurs }) => isOurs())) {
      for (const { element } of panels) element.remove();
      panels = [...(drawn?.querySelectorAll<HTMLElement>('[popover]') ?? [])].map(panelForReact);
      document.body.append(...panels.map(({ element }) => element));
    }
    const next = drawn?.querySelector('header');
    if (!next || header?.isEqualNode(next)) return;
    (header ?? head)?.replaceWith(next);
    header = next;
  }

  function hide(isHidden: boolean): void {
    for (const name of ['hidden', 'inert']) root?.toggleAttribute(name, isHidden);
  }
}

type Panel = {
  readonly element: HTMLElement;
  /** Whether React has not filled it yet. */
  isOurs(): boolean;
};

/** A popover of the header. React fills it later than the page, and what was pressed in it is pressed again then. */
function panelForReact(element: HTMLElement): Panel {
  const content = [...element.childNodes];
  const isOurs = () => content.some((node) => node.parentNode === element);
  const pressed: HTMLElement[] = [];
  const stop = keepPresses(element, pressed);
  const observer = new MutationObserver(() => {
    if (isOurs()) return;
    observer.disconnect();
    stop();
    const before = document.createElement('div');
    before.append(...content);
    for (const button of pressed) counterpartOf(button, before, element)?.click();
  });
  observer.observe(element, { childList: true });
  return { element, isOurs };
}

/** The named areas in which something loads (`SkeletonGroup` of shared-ui, `data-area` of the screen). */
const busyAreas = (element: Element): readonly string[] =>
  [...element.querySelectorAll('[role=status][aria-busy=true]')].map(
    (group) => group.closest<HTMLElement>('[data-area]')?.dataset.area ?? '',
  );

/** @returns null where the session has ended */
async function dataOf(answer: Response): Promise<unknown> {
  if (answer.status === 401) return null;
  // React reads the answer itself.
  return answer.status === 200 ? answer.clone().json() : undefined;
}

function parsed(): Promise<unknown> | undefined {
  if (document.readyState !== 'loading') return undefined;
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

const painted = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
