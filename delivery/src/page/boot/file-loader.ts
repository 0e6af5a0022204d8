import type { PageData, PortalPage } from '@portal/shared-contract';

const LOAD_TIMEOUT_MS = 20_000;

/**
 * `load` and `integrity` of `window.portal`.
 *
 * Trust: the page is the only thing the browser believes. A script or stylesheet loads with the hash
 * that the page names, or not at all: `load` refuses an address without one, and the Trusted Types
 * policy refuses it for every other way to start a script.
 */
export function createFileLoader({
  config: { analytics },
  shell,
  remotes,
}: PageData): Pick<PortalPage, 'load' | 'integrity'> {
  const hashes = new Map<string, string>();
  for (const { base, files } of [shell, ...Object.values(remotes)]) {
    for (const file in files) hashes.set(absolute(base + file), files[file] as string);
  }
  const analyticsAddress = analytics && absolute(analytics.scriptUrl);
  const loading = new Map<string, Promise<void>>();
  const failed = new Set<string>();

  trustedTypes()?.createPolicy('default', {
    createScriptURL(url) {
      refuseUnlisted(absolute(url));
      return url;
    },
  });

  return {
    integrity: (url) => hashes.get(absolute(url)),
    load(url) {
      const address = absolute(url);
      let promise = loading.get(address);
      if (!promise) {
        promise = insert(address);
        loading.set(address, promise);
        promise.catch(() => {
          failed.add(address);
          loading.delete(address);
        });
      }
      return promise;
    },
  };

  function refuseUnlisted(address: string): void {
    if (hashes.has(address) || address === analyticsAddress) return;
    throw new TypeError(`Not in the page's registry: ${address}`);
  }

  async function insert(address: string): Promise<void> {
    refuseUnlisted(address);
    const integrity = hashes.get(address);
    if (failed.has(address) && integrity) {
      // The browser's caches keep a file that did not match its hash: fetch it from the network.
      const answer = await fetch(address, { cache: 'reload', credentials: 'same-origin' });
      await answer.arrayBuffer();
    }
    await insertTag(address, integrity ?? analytics?.integrity ?? '');
  }
}

function insertTag(address: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement(address.endsWith('.css') ? 'link' : 'script');
    const fail = (reason: string) => {
      clearTimeout(timer);
      // webpack and Module Federation would wait for a tag that failed and stayed.
      element.remove();
      reject(new Error(`${reason}: ${address}`));
    };
    const timer = setTimeout(() => fail('Timed out'), LOAD_TIMEOUT_MS);
    element.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    element.onerror = () => fail('Did not load or did not match its hash');
    element.crossOrigin = 'anonymous';
    element.integrity = integrity;
    if (element instanceof HTMLLinkElement) {
      element.rel = 'stylesheet';
      element.href = address;
    } else {
      // In order of insertion: a remote's entry finds the shell's shared modules in place.
      element.async = false;
      element.src = address;
    }
    document.head.append(element);
  });
}

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
};

/** W3C Trusted Types; older browsers lack it and rely on the hashes alone. */
const trustedTypes = () => (window as { trustedTypes?: TrustedTypes }).trustedTypes;

const absolute = (url: string): string => new URL(url, location.origin).href;
