import type {
  Bundle,
  FallbackManifest,
  HashedFile,
  Locale,
  PackageOnPage,
  PageData,
  PortalPage,
  TextsOnPage,
} from '@portal/shared-contract';
import { localeOfTexts, textsOfScript } from '@portal/shared-contract/script-texts';
import { KEPT_CACHES, WORKER_PATH } from '@portal/shared-contract/worker';

/** The call that takes the address of a service worker, as Trusted Types name it. */
const REGISTER_WORKER = 'ServiceWorkerContainer register';
/** A file that failed is asked for once more, past the browser's caches. */
const ATTEMPTS = 2;
/** A server that refuses at once gets a moment to come back. */
const RETRY_DELAY_MS = 400;
/** After the page has loaded: when its other hashes are fetched, so that a click needs only its files. */
const HASHES_DELAY_MS = 1500;

/** What the loader does of `window.portal`. */
type FileLoader = Pick<
  PortalPage,
  | 'load'
  | 'integrity'
  | 'restart'
  | 'readRemotes'
  | 'textFiles'
  | 'texts'
  | 'loadTexts'
  | 'takeTexts'
  | 'addTexts'
>;

/**
 * Loads the files of the page's parts.
 *
 * Trust: the page is the only thing the browser believes. A script or stylesheet loads with the hash
 * that the page names, or not at all: `load` refuses an address without one, and the Trusted Types
 * policy refuses it for every other way to start a script. The hashes of a fallback release, and those
 * of files that no visit begins with, are in lists that have their own hashes in the page; so are the remotes of
 * other addresses.
 *
 * A script begins to load with its texts in the languages that are in use. What a bundle of the page holds comes with
 * that; by itself where the bundle does not come.
 *
 * @param first the language of the page's address
 * @param limitMs for one file with all its attempts; a server that never answers must not hold a
 * member for longer
 */
export function createFileLoader(
  { config: { analytics }, shell, remotes, remoteList, firstView, bundles }: PageData,
  first: Locale,
  limitMs: number,
): FileLoader {
  const hashes = new Map<string, string>();
  const list = ({ base, files }: Pick<PackageOnPage, 'base' | 'files'>) => {
    for (const file in files) hashes.set(absolute(base + file), files[file] as string);
  };
  const own = [shell, ...Object.values(remotes)];
  const parts = [...own];
  for (const part of parts) list(part);
  /** The bundle that has a file, by the file's address. */
  const bundled = new Map<string, string>();
  const shellBundle = bundles && join(bundles.shell);
  // With texts of the language for which the page was made.
  const { route, next } = (firstView?.locale === first && bundles) || {};
  const otherBundles = [route, next].flatMap((bundle) => (bundle ? join(bundle) : []));
  function join({ file, integrity, holds }: Bundle): string {
    const address = absolute(file);
    hashes.set(address, integrity);
    for (const one of holds) bundled.set(absolute(one), address);
    return address;
  }
  const lists = new Map<PackageOnPage, Promise<void>>();
  const shellScripts = shell.scripts.map((file) => absolute(shell.base + file));
  const entries = Object.values(remotes).map(({ base, entry }) => absolute(base + entry));
  const analyticsAddress = analytics && absolute(analytics.scriptUrl);
  const loading = new Map<string, Promise<void>>();
  const loaded = new Set<string>();
  const failed = new Set<string>();
  const locales = new Set([first]);
  const untaken: TextsOnPage[] = [];
  let take: (texts: TextsOnPage) => void = (texts) => untaken.push(texts);
  let remotesRead: Promise<void> | undefined;

  try {
    trustedTypes()?.createPolicy('default', {
      createScriptURL(url, _type, sink) {
        // A worker is no script of the page: the policy's `worker-src` holds it, and its address is fixed.
        if (url !== WORKER_PATH || sink !== REGISTER_WORKER) refuseUnlisted(absolute(url));
        return url;
      },
    });
  } catch {
    // An extension of the browser has made a policy of this name first, which decides then. `load` refuses as before.
  }

  addEventListener('load', () =>
    setTimeout(() => {
      // The screen may still be starting. Older browsers lack idle callbacks.
      (window.requestIdleCallback ?? setTimeout)(() => {
        // Of the page's own parts: how many others there are changes nothing of this page.
        for (const part of own) if (part.hashes) readList(part).catch(() => undefined);
        readRemotes().catch(() => undefined);
      });
    }, HASHES_DELAY_MS),
  );

  return {
    integrity: (url) => hashes.get(absolute(url)),
    load,
    restart,
    readRemotes,
    textFiles,
    texts,
    loadTexts,
    takeTexts(by) {
      take = by;
      for (const texts of untaken.splice(0)) by(texts);
    },
    addTexts: (texts) => texts.forEach(take),
  };

  async function textFiles(url: string): Promise<readonly string[]> {
    const address = absolute(url);
    const isNamed = (locale: Locale) => !firstView || firstView.locale === locale;
    const part = listedPart(address);
    const isOnPage = hashes.has(address) || bundled.has(address);
    if (part && !(isOnPage && [...locales].every(isNamed))) await readList(part);
    return textsOf(address);
  }

  async function texts(url: string): Promise<void> {
    // webpack asks in the same step for the script itself, unless its chunk has none.
    await undefined;
    if (loading.has(absolute(url))) await Promise.all((await textFiles(url)).map(load));
  }

  async function loadTexts({ base }: PackageOnPage, locale: Locale): Promise<void> {
    locales.add(locale);
    const start = absolute(base);
    const loadedOfPart = [...loading.keys()].filter((address) => address.startsWith(start));
    await Promise.all(loadedOfPart.map(texts));
  }

  function textsOf(address: string): string[] {
    const known = [...hashes.keys(), ...bundled.keys()];
    return [...locales].flatMap((locale) => textsOfScript(address, locale, known) ?? []);
  }

  /** The part whose list has the hash of a file. */
  function listedPart(address: string): PackageOnPage | undefined {
    return parts.find(({ base, hashes: file }) => file && address.startsWith(absolute(base)));
  }

  function readRemotes(): Promise<void> {
    if (!remoteList) return Promise.resolve();
    remotesRead ??= read<PageData['remotes']>('', remoteList).then((found) => {
      for (const name in found) {
        const remote = found[name];
        // What the page names stays as it says.
        if (!remote || remotes[name]) continue;
        remotes[name] = remote;
        parts.push(remote);
        entries.push(absolute(remote.base + remote.entry));
        list(remote);
      }
    });
    remotesRead.catch(() => {
      remotesRead = undefined;
    });
    return remotesRead;
  }

  async function restart(name: string, release: 'live' | 'fallback') {
    const live = remotes[name];
    if (!live) throw new Error(`Unknown: ${name}`);
    const { base, fallback } = live;
    let chosen = live;
    lists.delete(live);
    if (release === 'fallback' && fallback) {
      const manifest = await read<FallbackManifest>(base, fallback);
      chosen = { ...manifest, base, routes: live.routes };
      entries.push(absolute(base + chosen.entry));
      // The manifest names all files.
      lists.set(live, Promise.resolve());
    }
    const start = absolute(base);
    // Another release may have other texts beside the same script.
    for (const address of hashes.keys()) {
      if (address.startsWith(start) && localeOfTexts(address)) hashes.delete(address);
    }
    list(chosen);
    for (const address of bundled.keys()) if (address.startsWith(start)) bundled.delete(address);
    for (const address of loading.keys()) {
      if (address.startsWith(start)) {
        loading.delete(address);
        loaded.delete(address);
      }
    }
    return chosen;
  }

  /** Reads the hashes that the page leaves out, once. What the page names stays as it says. */
  function readList(part: PackageOnPage, cache?: RequestCache): Promise<void> {
    const { base, hashes: file } = part;
    let reading = lists.get(part);
    if (!reading && file) {
      reading = read<PackageOnPage['files']>(base, file, cache).then((files) =>
        list({ base, files: { ...files, ...part.files } }),
      );
      reading.catch(() => lists.delete(part));
      lists.set(part, reading);
    }
    return reading ?? Promise.resolve();
  }

  async function read<T>(
    base: string,
    { file, integrity }: HashedFile,
    cache: RequestCache = 'default',
  ): Promise<T> {
    const signal = AbortSignal.timeout(limitMs);
    const answer = await fetch(base + file, {
      integrity,
      cache,
      credentials: 'same-origin',
      // Of no more weight than the scripts that they belong to.
      priority: 'low',
      signal,
    });
    return answer.json();
  }

  function load(url: string): Promise<void> {
    const address = absolute(url);
    let promise = loading.get(address);
    if (!promise) {
      promise = loadInTime(address);
      loading.set(address, promise);
      promise.then(
        () => loaded.add(address),
        () => loading.delete(address),
      );
    }
    return promise;
  }

  function refuseUnlisted(address: string): void {
    if (hashes.has(address) || address === analyticsAddress) return;
    throw new TypeError(`Not in the page's registry: ${address}`);
  }

  async function loadInTime(address: string): Promise<void> {
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), limitMs);
    try {
      const bundle = bundled.get(address);
      if (bundle) {
        try {
          return await load(bundle);
        } catch (error) {
          bundled.delete(address);
          if (time.signal.aborted) throw error;
        }
      }
      const listed = hashes.has(address) ? undefined : listedPart(address);
      if (!listed) refuseUnlisted(address);
      for (let attempt = 1; ; attempt += 1) {
        try {
          if (listed) {
            await readList(listed, attempt > 1 ? 'reload' : 'default');
            refuseUnlisted(address);
          }
          for (const file of textsOf(address)) load(file).catch(() => undefined);
          return await loadOnce(address, time.signal);
        } catch (error) {
          failed.add(address);
          if (attempt === ATTEMPTS || time.signal.aborted) throw error;
          await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function loadOnce(address: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const integrity = hashes.get(address) ?? '';
    const isOfShell = shellScripts.includes(address) || address === shellBundle;
    const isBehindShell = entries.includes(address) || otherBundles.includes(address);
    if (failed.has(address) && integrity) {
      // The browser's caches keep a file that did not match its hash: fetch it from the network.
      await forgetKept(address);
      const answer = await fetch(address, { cache: 'reload', credentials: 'same-origin', signal });
      if (!answer.ok) throw new Error(`Answered ${answer.status}: ${address}`);
      await answer.arrayBuffer();
      if (isBehindShell) await Promise.all(shellScripts.map(load));
    }
    const locale = localeOfTexts(address);
    if (locale) {
      const messages = await read<TextsOnPage['messages']>('', { file: address, integrity });
      const ofPart = ([, { base }]: [string, PackageOnPage]) => address.startsWith(absolute(base));
      take({ remote: Object.entries(remotes).find(ofPart)?.[0], locale, messages });
      return;
    }
    // An entry, as one in a bundle, finds the shell's shared modules in place if it runs after the shell's scripts, so
    // they run in the order of insertion. Every other script runs when it arrives, since a server
    // that never answers for one in the order holds back all that follow, also those of Retry.
    const isAsync =
      !(isOfShell || isBehindShell) || shellScripts.every((script) => loaded.has(script));
    // What the first view is drawn with goes ahead of the other scripts.
    const priority = address.endsWith('.css') || address === shellScripts[0] ? 'high' : 'auto';
    const known = integrity || analytics?.integrity || '';
    await insertTag(address, { integrity: known, isAsync, priority, signal });
  }
}

/** The browser gives out what the service worker keeps without asking it. */
async function forgetKept(address: string): Promise<void> {
  const names = (await window.caches?.keys().catch(() => [])) ?? [];
  for (const name of names)
    if (name.startsWith(KEPT_CACHES)) await (await caches.open(name)).delete(address);
}

type Tag = {
  readonly integrity: string;
  readonly isAsync: boolean;
  readonly priority: 'high' | 'auto';
  readonly signal: AbortSignal;
};

function insertTag(address: string, { integrity, isAsync, priority, signal }: Tag): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement(address.endsWith('.css') ? 'link' : 'script');
    const fail = (reason: string) => {
      // webpack and Module Federation would wait for a tag that failed and stayed.
      element.remove();
      reject(new Error(`${reason}: ${address}`));
    };
    signal.onabort = () => fail('Timed out');
    element.onload = () => resolve();
    element.onerror = () => fail('Did not load or did not match its hash');
    element.crossOrigin = 'anonymous';
    element.integrity = integrity;
    element.fetchPriority = priority;
    if (element instanceof HTMLLinkElement) {
      element.rel = 'stylesheet';
      element.href = address;
    } else {
      element.async = isAsync;
      element.src = address;
    }
    document.head.append(element);
  });
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string, type: string, sink: string): string },
  ): unknown;
};

/** W3C Trusted Types; older browsers lack it and rely on the hashes alone. */
const trustedTypes = () => (window as { trustedTypes?: TrustedTypes }).trustedTypes;

const absolute = (url: string): string => new URL(url, location.origin).href;
