import type {
  Bundle,
  FallbackRelease,
  HashedFile,
  Locale,
  PackageOnPage,
  PageData,
  PartList,
  PortalPage,
  TextsOnPage,
} from '@portal/shared-contract';
import { localeOfTexts, textsOfScript } from '@portal/shared-contract/script-texts';
import { KEPT_CACHE, WORKER_PATH } from '@portal/shared-contract/worker';

/** The call that takes the address of a service worker, as Trusted Types name it. */
const REGISTER_WORKER = 'ServiceWorkerContainer register';
/** A file that failed is asked for once more, past the browser's caches. */
const ATTEMPTS = 2;
/** A server that refuses at once gets a moment to come back. */
const RETRY_DELAY_MS = 400;
/** After the page has loaded: when its other hashes are fetched, so that a click needs only its files. */
const HASHES_DELAY_MS = 1500;

type FileLoader = Pick<
  PortalPage,
  | 'load'
  | 'integrity'
  | 'restart'
  | 'readParts'
  | 'textFiles'
  | 'texts'
  | 'loadTexts'
  | 'takeTexts'
  | 'addTexts'
>;

/**
 * Loads the files of the page's parts.
 *
 * Trust: the page is the only thing the browser believes. A script or stylesheet loads with the hash that the page
 * names, or not at all: `load` refuses an address without one, and the Trusted Types policy refuses it for every other
 * way to start a script. The hashes of files that no visit begins with, the remotes of other addresses and fallback
 * releases are in the list of parts, which has its own hash in the page.
 *
 * A script begins to load with its texts in the languages that are in use. What a bundle of the page holds comes with
 * that; by itself where the bundle does not come.
 *
 * @param first the language of the page's address
 * @param limitMs for one file with all its attempts; a server that never answers must not hold a member for longer
 */
export function createFileLoader(
  { config: { analytics }, shell, remotes, partList, firstView, bundles }: PageData,
  first: Locale,
  limitMs: number,
): FileLoader {
  const hashes = new Map<string, string>();
  const list = ({ base, files }: Pick<PackageOnPage, 'base' | 'files'>) => {
    for (const file in files) hashes.set(absolute(base + file), files[file] as string);
  };
  for (const part of [shell, ...Object.values(remotes)]) list(part);
  /** The bundle that has a file, by the file's address. */
  const bundled = new Map<string, string>();
  const shellBundle = bundles && join(bundles.shell);
  const otherBundles = [bundles?.route, bundles?.next].flatMap((bundle) =>
    bundle ? join(bundle) : [],
  );
  function join({ file, integrity, holds }: Bundle): string {
    const address = absolute(file);
    hashes.set(address, integrity);
    for (const one of holds) bundled.set(absolute(one), address);
    return address;
  }
  let fallbacks: PartList['fallbacks'] = {};
  const shellScripts = shell.scripts.map((file) => absolute(shell.base + file));
  const entries = Object.values(remotes).map(({ base, entry }) => absolute(base + entry));
  const analyticsAddress = analytics && absolute(analytics.scriptUrl);
  const loading = new Map<string, Promise<void>>();
  const loaded = new Set<string>();
  const failed = new Set<string>();
  const locales = new Set([first]);
  const untaken: TextsOnPage[] = [];
  let take: (texts: TextsOnPage) => void = (texts) => untaken.push(texts);
  let partsRead: Promise<void> | undefined;

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
        readParts().catch(() => undefined);
      });
    }, HASHES_DELAY_MS),
  );

  return {
    integrity: (url) => hashes.get(absolute(url)),
    load,
    restart,
    readParts,
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
    const isOnPage = hashes.has(address) || bundled.has(address);
    if (!(isOnPage && [...locales].every(isNamed))) await readParts();
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

  /** What the page names stays as it says. */
  function readParts(cache?: RequestCache): Promise<void> {
    if (!partList) return Promise.resolve();
    partsRead ??= read<PartList>('', partList, cache).then((found) => {
      fallbacks = found.fallbacks;
      list({ base: shell.base, files: found.shell });
      for (const [name, remote] of Object.entries(found.remotes)) {
        list(remote);
        if (remotes[name]) continue;
        remotes[name] = remote;
        entries.push(absolute(remote.base + remote.entry));
      }
    });
    partsRead.catch(() => {
      partsRead = undefined;
    });
    return partsRead;
  }

  async function restart(name: string, release: 'live' | 'fallback') {
    const live = remotes[name];
    if (!live) throw new Error(`Unknown: ${name}`);
    const { base } = live;
    let chosen = live;
    if (release === 'fallback') await readParts();
    const fallback: FallbackRelease | undefined = fallbacks[name];
    if (release === 'fallback' && fallback) {
      chosen = { ...fallback, base, routes: live.routes };
      entries.push(absolute(base + chosen.entry));
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
    if (chosen === live) {
      // What the fallback had in place of its own.
      partsRead = undefined;
      await readParts().catch(() => undefined);
    }
    return chosen;
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
      const isListed = !hashes.has(address) && partList !== undefined;
      if (!isListed) refuseUnlisted(address);
      for (let attempt = 1; ; attempt += 1) {
        try {
          if (isListed) {
            await readParts(attempt > 1 ? 'reload' : 'default');
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
  // To open a cache makes one where there is none.
  const cacheName = KEPT_CACHE;
  if (!(await window.caches?.match(address, { cacheName }).catch(() => undefined))) return;
  await (await caches.open(cacheName)).delete(address);
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
