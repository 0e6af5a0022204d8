/** What a page shows and keeps, as far as every remote has it in common. */
export type PageFacts = {
  /** Where the router has led. */
  readonly path: string;
  /** What has to be the same at the same screen, by a name for people. */
  readonly document: Readonly<Record<string, string>>;
  /** Characters in local and session storage. */
  readonly stored: number;
  readonly storedKeys: readonly string[];
  readonly cookies: readonly string[];
  /** Bytes in databases and caches. */
  readonly usage: number;
  /** Scope and address of each service worker. */
  readonly workers: readonly string[];
};

/** Runs in a world of its own in the page, so that nothing in it was replaced. */
export async function readPageFacts(): Promise<PageFacts> {
  // What a style attribute does shows in the styles below; the shell's own modals set a variable in it.
  const attributesOf = (element: Element) =>
    [...element.attributes]
      .filter(({ name }) => name !== 'style')
      .map(({ name, value }) => `${name}="${value}"`)
      .sort()
      .join(' ');
  const styleOf = (selector: string) => {
    const element = document.querySelector(selector);
    if (!element) return '';
    const style = getComputedStyle(element);
    // Sizes follow from what a screen shows.
    const isSize = /size|width|height|origin|inset|top|bottom|left|right|^--/;
    return [...style]
      .filter((name) => !isSize.test(name))
      .map((name) => `${name}:${style.getPropertyValue(name)}`)
      .join(';');
  };
  const sampled = ['html', 'body', 'header', 'main', 'h1', 'a', 'button'];
  const storages = [localStorage, sessionStorage];
  const entries = storages.flatMap((storage) => Object.entries(storage));
  return {
    path: location.pathname,
    document: {
      'document.title': document.title,
      'the attributes of <html>': attributesOf(document.documentElement),
      'the attributes of <body>': attributesOf(document.body),
      'history.scrollRestoration': history.scrollRestoration,
      'window.name': window.name,
      'document.designMode': document.designMode,
      'document.baseURI': document.baseURI,
      'the viewport':
        document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '',
      ...Object.fromEntries(sampled.map((name) => [`the style of <${name}>`, styleOf(name)])),
    },
    stored: entries.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0),
    storedKeys: entries.map(([key]) => key),
    cookies: document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? ''),
    usage: (await navigator.storage?.estimate())?.usage ?? 0,
    workers: ((await navigator.serviceWorker?.getRegistrations()) ?? []).map(
      ({ scope, active, waiting, installing }) =>
        `${new URL(scope).pathname} ${new URL((active ?? waiting ?? installing)?.scriptURL ?? scope).pathname}`,
    ),
  };
}

/**
 * Runs there too: leads the page's router to another screen, as the browser's Back does.
 * @returns what was shown until then
 */
export function goTo(path: string): string {
  const shown = `${document.title} ${document.querySelector('h1:not([inert] *)')?.textContent}`;
  if (location.pathname === path) return '';
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  return shown;
}

/**
 * Runs there too.
 * @returns what is shown once nothing has moved for a while: a screen, an error screen, or nothing that ends
 */
export function settled({
  before,
  quietMs,
  limitMs,
}: {
  /** The screen before, which stands until the next one has come. */
  readonly before: string;
  readonly quietMs: number;
  readonly limitMs: number;
}): Promise<'screen' | 'error-screen' | 'waiting'> {
  const waiting = '#skeleton, #first-view-frame, [aria-busy="true"], [data-skeleton], .sk-main';
  const isShown = () =>
    [...document.querySelectorAll('h1')].some((one) => one.checkVisibility()) &&
    !document.querySelector(waiting);
  return new Promise((resolve) => {
    const began = performance.now();
    let moved = began;
    const observer = new MutationObserver(() => {
      moved = performance.now();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setInterval(() => {
      const now = performance.now();
      const isFailed = document.querySelector('[data-error-screen]') !== null;
      const isNew =
        `${document.title} ${document.querySelector('h1:not([inert] *)')?.textContent}` !== before;
      const isQuiet = isNew && now - moved >= quietMs && (isFailed || isShown());
      if (!isQuiet && now - began < limitMs) return;
      clearInterval(timer);
      observer.disconnect();
      resolve(isFailed ? 'error-screen' : isQuiet ? 'screen' : 'waiting');
    }, 50);
  });
}
