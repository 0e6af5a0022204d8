import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp, { type Region } from 'sharp';
import { type Connection, openConnection } from './connection.ts';
import { findInPage, type Step, type TextMatch } from './find.ts';
import { insertText } from './firefox.ts';
import type { Role, RoleOptions, Tab, TabBrowser, Target } from './tab.ts';
import { openSession, type Session, WebDriverError } from './web-driver.ts';

/** How long an action waits for what it needs. */
const WAIT_MS = 20_000;
const EVERY_MS = 50;
/** The key of a reference to an element (WebDriver §12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = { readonly [ELEMENT]: string };

/** WebDriver §17.4.2. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\ue007',
  Escape: '\ue00c',
  ArrowLeft: '\ue012',
  ArrowRight: '\ue014',
};

/** The least width of the window is that of its bar, which no journey needs. */
const GTK_STYLES = 'window, window * { min-width: 0; min-height: 0; padding: 0; margin: 0; }';

export type WebKitOptions = {
  readonly baseURL: string;
  /** `ja-JP`. */
  readonly locale: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Called with each line that pages write on the console. */
  onConsole(line: string): void;
};

/** Opens Debian's WebKitGTK for one member, in a display of its own. */
export async function openWebKit(driver: string, options: WebKitOptions): Promise<TabBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-webkit-'));
  const display = await openDisplay();
  const connection = await openConnection();
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), GTK_STYLES);
  const session = await openSession(
    driver,
    {
      proxy: { proxyType: 'manual', httpProxy: connection.proxy, noProxy: [] },
      'webkitgtk:browserOptions': {
        args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
      },
    },
    {
      env: {
        ...process.env,
        ...(await language(options.locale, folder)),
        DISPLAY: display.name,
        XDG_CONFIG_HOME: folder,
      },
      onOutput: (text) => {
        for (const line of text.split('\n'))
          if (line.startsWith('CONSOLE ')) options.onConsole(line);
      },
    },
  );
  const browser = new WebKitBrowser(session, connection, options);
  let closed: Promise<void> | undefined;
  return {
    newPage: () => browser.newPage(),
    pages: () => browser.pages,
    setOffline: async (offline) => connection.setOffline(offline),
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    await session.close();
    await connection.close();
    await display.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The language that pages are told, as a locale made here: machines have few. */
async function language(locale: string, folder: string): Promise<Record<string, string>> {
  const name = locale.replace('-', '_');
  const made = spawn('localedef', ['-i', name, '-f', 'UTF-8', join(folder, `${name}.UTF-8`)]);
  const [code] = await once(made, 'exit');
  // 1 is a warning.
  if (code > 1) throw new Error(`There is no locale ${name}: Debian's package locales has it.`);
  return { LOCPATH: folder, LC_ALL: `${name}.UTF-8`, LANGUAGE: name };
}

/** A screen that nobody sees. */
async function openDisplay(): Promise<{ readonly name: string; close(): Promise<void> }> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(server, 'exit');
  const number = server.stdio[3];
  if (!number) throw new Error('Xvfb has no pipe.');
  const [name] = await Promise.race([once(number, 'data'), ended]);
  return {
    name: `:${String(name).trim()}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}

class WebKitBrowser {
  readonly #session: Session;
  readonly options: WebKitOptions;
  readonly #library: Promise<string>;
  #queue: Promise<unknown> = Promise.resolve();
  #window = '';
  /** A window without a page: the session ends with its last one. */
  #spare: string | undefined;
  readonly pages: Tab[] = [];

  constructor(session: Session, _connection: Connection, options: WebKitOptions) {
    this.#session = session;
    this.options = options;
    const { resolve } = createRequire(import.meta.url);
    const main = resolve('@testing-library/dom');
    this.#library = readFile(
      main.replace(/dist\/index\.js$/, 'dist/@testing-library/dom.umd.min.js'),
      'utf8',
    );
  }

  async newPage(): Promise<Tab> {
    const handle =
      this.#spare ??
      (this.pages.length === 0
        ? await this.#session.send<string>('GET', '/window')
        : (await this.#session.send<{ handle: string }>('POST', '/window/new', { type: 'window' }))
            .handle);
    this.#spare = undefined;
    const page = new WebKitPage(this, handle);
    this.pages.push(page);
    await page.setViewportSize(this.options.viewport);
    return page;
  }

  /** One command after the other: each is for the window that was chosen before. */
  send<T>(
    window: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T> {
    const sent = this.#queue.then(async () => {
      if (this.#window !== window) await this.#session.send('POST', '/window', { handle: window });
      this.#window = window;
      return this.#session.send<T>(method, path, body);
    });
    this.#queue = sent.catch(() => {});
    return sent;
  }

  async closeWindow(page: Tab, window: string): Promise<void> {
    this.pages.splice(this.pages.indexOf(page), 1);
    if (this.pages.length > 0) {
      await this.send(window, 'DELETE', '/window');
      this.#window = '';
      return;
    }
    await this.send(window, 'POST', '/url', { url: 'about:blank' });
    this.#spare = window;
  }

  /** The elements at the end of the steps. */
  async find(window: string, steps: readonly Step[]): Promise<ElementReference[]> {
    const script = `if (!window.TestingLibraryDom) return null; return (${findInPage})(arguments[0]);`;
    const run = (text: string) =>
      this.send<ElementReference[] | null>(window, 'POST', '/execute/sync', {
        script: text,
        args: [steps],
      });
    return (await run(script)) ?? (await run(`${await this.#library}\n${script}`)) ?? [];
  }
}

class WebKitPage implements Tab {
  readonly #browser: WebKitBrowser;
  readonly #window: string;
  #url = 'about:blank';

  constructor(browser: WebKitBrowser, window: string) {
    this.#browser = browser;
    this.#window = window;
  }

  send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    return this.#browser.send(this.#window, method, path, body);
  }
  find(steps: readonly Step[]) {
    return this.#browser.find(this.#window, steps);
  }

  async goto(address: string) {
    await this.send('POST', '/url', { url: new URL(address, this.#browser.options.baseURL).href });
    await this.#readUrl();
  }
  async reload() {
    await this.send('POST', '/refresh');
  }
  async goBack() {
    await this.send('POST', '/back');
  }
  url() {
    return this.#url;
  }
  async #readUrl(): Promise<URL> {
    this.#url = await this.send<string>('GET', '/url');
    return new URL(this.#url);
  }
  async waitForURL(wanted: string | RegExp | ((url: URL) => boolean)) {
    const isWanted = (url: URL) => {
      if (typeof wanted === 'function') return wanted(url);
      const pattern = typeof wanted === 'string' ? patternOf(wanted) : wanted;
      return pattern.test(url.href);
    };
    await until(
      async () => isWanted(await this.#readUrl()),
      () => `${wanted}, at ${this.#url}`,
    );
  }

  getByRole = (role: Role, options?: RoleOptions) => this.#target(roleStep(role, options));
  getByLabel = (text: string | RegExp, options?: Exact) =>
    this.#target(textStep('label', text, options));
  getByText = (text: string | RegExp, options?: Exact) =>
    this.#target(textStep('text', text, options));
  locator = (selector: string) => this.#target({ by: 'css', selector });
  #target(step: Step) {
    return new WebKitTarget(this, [step]);
  }

  async evaluate<R, A>(script: (given: A) => R | Promise<R>, given: A): Promise<R> {
    const text = `const done = arguments[1];
      Promise.resolve(arguments[0]).then(${script}).then(
        (result) => done({ result }), (error) => done({ error: String(error) }));`;
    const { result, error } = await this.send<{ result: R; error?: string }>(
      'POST',
      '/execute/async',
      {
        script: text,
        args: [given ?? null],
      },
    );
    if (error) throw new Error(error);
    return result;
  }

  async screenshot() {
    return Buffer.from(await this.send<string>('GET', '/screenshot'), 'base64');
  }

  /** The window's bar takes some of its height, and a change takes a moment. */
  async setViewportSize({ width, height }: { width: number; height: number }) {
    let outer = await this.send<{ width: number; height: number }>('GET', '/window/rect');
    let last = '';
    await until(
      async () => {
        const inner = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }), null);
        if (inner.width === width && inner.height === height) return true;
        const stands = last === JSON.stringify(inner);
        last = JSON.stringify(inner);
        if (!stands) return false;
        outer = {
          width: outer.width + width - inner.width,
          height: outer.height + height - inner.height,
        };
        await this.send('POST', '/window/rect', outer);
        last = '';
        return false;
      },
      () => `a window of ${width} by ${height}`,
    );
  }

  close() {
    return this.#browser.closeWindow(this, this.#window);
  }
}

type Exact = { readonly exact?: boolean };

class WebKitTarget implements Target {
  readonly #page: WebKitPage;
  readonly #steps: readonly Step[];

  constructor(page: WebKitPage, steps: readonly Step[]) {
    this.#page = page;
    this.#steps = steps;
  }

  #then(step: Step): Target {
    return new WebKitTarget(this.#page, [...this.#steps, step]);
  }
  getByRole = (role: Role, options?: RoleOptions) => this.#then(roleStep(role, options));
  getByLabel = (text: string | RegExp, options?: Exact) =>
    this.#then(textStep('label', text, options));
  getByText = (text: string | RegExp, options?: Exact) =>
    this.#then(textStep('text', text, options));
  locator = (selector: string) => this.#then({ by: 'css', selector });
  filter = ({ hasText }: { readonly hasText: string | RegExp }) =>
    this.#then(textStep('filter', hasText));
  first = () => this.#then({ by: 'first' });
  last = () => this.#then({ by: 'last' });

  async click() {
    await this.#whenReady((element) =>
      this.#page.send('POST', `/element/${element[ELEMENT]}/click`),
    );
  }
  async check() {
    // A field that is drawn by its label alone cannot be clicked itself.
    await this.#run((element) => {
      const field = element as HTMLInputElement;
      if (!field.checked) field.click();
    });
  }
  async fill(text: string) {
    await this.#whenReady((element) => this.#runOn(element, insertText, text));
  }
  async blur() {
    await this.#run((element) => (element as HTMLElement).blur());
  }
  async press(key: string) {
    const text = KEYS[key] ?? key;
    await this.#whenReady((element) =>
      this.#page.send('POST', `/element/${element[ELEMENT]}/value`, { text }),
    );
  }
  async selectOption(value: string) {
    await this.#whenReady((element) => this.#runOn(element, choose, value));
  }
  async setInputFiles(file: string) {
    await this.#retried(async () => {
      const element = await this.#only();
      await this.#page.send('POST', `/element/${element[ELEMENT]}/value`, { text: file });
    });
  }
  async waitFor({
    state = 'visible',
  }: {
    readonly state?: 'visible' | 'detached' | 'hidden';
  } = {}) {
    await until(
      async () => {
        if (state === 'visible') return this.isVisible();
        if (state === 'hidden') return !(await this.isVisible());
        return (await this.#page.find(this.#steps)).length === 0;
      },
      () => `${this} to be ${state}`,
    );
  }
  async isVisible() {
    const found = await this.#page.find(this.#steps);
    const [element] = found;
    if (!element) return false;
    if (found.length > 1) throw new Error(`${found.length} are found by ${this}.`);
    return this.#runOn(element, isVisible, null);
  }
  textContent() {
    return this.#run((element) => element.textContent);
  }
  inputValue() {
    return this.#run((element) => (element as HTMLInputElement).value);
  }
  /** Cut out of the page's: the driver's own is wrong in a page that has been scrolled. */
  async screenshot() {
    const area = await this.#whenReady((element) => this.#runOn(element, placeOf, null));
    return sharp(await this.#page.screenshot())
      .extract(area)
      .toBuffer();
  }
  toString() {
    return this.#steps.map((step) => JSON.stringify(step)).join(' ');
  }

  async #only(): Promise<ElementReference> {
    const [element, ...others] = await this.#page.find(this.#steps);
    if (others.length > 0) throw new Error(`${others.length + 1} are found by ${this}.`);
    if (!element) throw new NotYet();
    return element;
  }
  #run<R>(script: (element: Element) => R): Promise<R> {
    return this.#retried(async () => this.#runOn(await this.#only(), script, null));
  }
  async #runOn<R, A>(
    element: ElementReference,
    script: (element: Element, given: A) => R,
    given: A,
  ): Promise<R> {
    const body = {
      script: `return (${script})(arguments[0], arguments[1]);`,
      args: [element, given],
    };
    return this.#page.send<R>('POST', '/execute/sync', body);
  }
  #whenReady<R>(act: (element: ElementReference) => Promise<R>): Promise<R> {
    return this.#retried(async () => {
      const element = await this.#only();
      if (!(await this.#page.evaluate(isReady, element))) throw new NotYet();
      return act(element);
    });
  }
  async #retried<R>(act: () => Promise<R>): Promise<R> {
    const end = performance.now() + WAIT_MS;
    for (;;) {
      try {
        return await act();
      } catch (error) {
        const isTransient =
          error instanceof NotYet || (error instanceof WebDriverError && TRANSIENT.has(error.code));
        if (!isTransient || performance.now() > end) throw new Error(`${this}: ${error}`);
        await wait(EVERY_MS);
      }
    }
  }
}

class NotYet extends Error {}

/** The page has moved on, or something still lies over the element. */
const TRANSIENT = new Set([
  'stale element reference',
  'element click intercepted',
  'element not interactable',
  'no such element',
]);

async function until(isThere: () => Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + WAIT_MS;
  // A page that is being left has no answer.
  while (
    !(await isThere().catch((error) =>
      error instanceof WebDriverError ? false : Promise.reject(error),
    ))
  ) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what()}.`);
    await wait(EVERY_MS);
  }
}

function roleStep(role: Role, { name, exact = false, level }: RoleOptions = {}): Step {
  return {
    by: 'role',
    role,
    ...(name !== undefined && { name: matchOf(name, exact) }),
    ...(level !== undefined && { level }),
  };
}

const textStep = (
  by: 'label' | 'text' | 'filter',
  text: string | RegExp,
  { exact = false }: Exact = {},
): Step => ({
  by,
  match: matchOf(text, exact),
});

const matchOf = (text: string | RegExp, exact: boolean): TextMatch =>
  typeof text === 'string' ? { text, exact } : { source: text.source, flags: text.flags };

/** `**` stands for anything, `*` for anything without a slash. */
function patternOf(glob: string): RegExp {
  const parts = glob.split(/(\*+)/).map((part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

// The following run in the page.

function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}

/** In whole pixels. */
function placeOf(element: Element): Region {
  const { x, y, width, height } = element.getBoundingClientRect();
  const [left = 0, top = 0, w = 0, h = 0] = [x, y, width, height].map(Math.round);
  return { left, top, width: w, height: h };
}

/** It can be used, and stands still. */
async function isReady(element: unknown): Promise<boolean> {
  if (!(element instanceof Element)) return false;
  // The browser's own way does not wait for a smooth one.
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const before = place();
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  return (
    place() === before &&
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !element.matches(':disabled, [readonly], [aria-disabled=true]')
  );
}

function choose(element: Element, value: string): void {
  const field = element as HTMLSelectElement;
  field.focus();
  field.value = value;
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}
