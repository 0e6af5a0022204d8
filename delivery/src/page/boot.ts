/**
 * The boot script: inline in the page, before anything else has arrived.
 *
 * It makes `window.portal` from the page's JSON and starts, all at once, everything that the first
 * view of this address needs: the shell's chunks, the owning remote's entry, rows, screen and texts,
 * the stylesheets, the silent login check and the first data. Nothing waits for a manifest.
 *
 * Trust: the page is the only thing the browser believes. A script or stylesheet loads with the hash
 * the page names, or not at all: `load` refuses an address without one, and the Trusted Types policy
 * refuses it for every other way to start a script.
 *
 * Compiled alone and put into the page as it is: type imports only.
 */
import type { SILENT_CHECK_MESSAGE as MessageName } from '@portal/shared-auth/silent-check-page';
import type { PackageOnPage, PageData, PortalPage, RouteOnPage } from '@portal/shared-contract';

(() => {
  const LOAD_TIMEOUT_MS = 20_000;
  /** decisions.md: the silent check gives up after 8 s; shared-auth then tries again. */
  const SILENT_TIMEOUT_MS = 8_000;

  const SILENT_CHECK_MESSAGE: typeof MessageName = 'portal:silent-check';

  const root = document.documentElement;
  const data = JSON.parse(document.getElementById('portal-data')?.textContent ?? '') as PageData;
  const { config, shell, remotes } = data;

  const hashes = new Map<string, string>();
  for (const release of [shell, ...Object.values(remotes)]) {
    for (const file in release.files) {
      hashes.set(absolute(release.base + file), release.files[file] as string);
    }
  }
  const analytics = config.analytics && absolute(config.analytics.scriptUrl);

  const loading = new Map<string, Promise<void>>();
  const failed = new Set<string>();
  const portal: PortalPage = {
    config,
    shell,
    remotes,
    early: new Map(),
    integrity: (url) => hashes.get(absolute(url)),
    load(url) {
      const address = absolute(url);
      let promise = loading.get(address);
      if (!promise) {
        promise = failed.has(address) ? askAnew(address) : insert(address);
        loading.set(address, promise);
        promise.catch(() => {
          failed.add(address);
          loading.delete(address);
        });
      }
      return promise;
    },
  };
  window.portal = portal;

  trustedTypes()?.createPolicy('default', {
    createScriptURL(url: string) {
      const address = absolute(url);
      if (hashes.has(address) || address === analytics) return url;
      throw new TypeError(`Not in the page's registry: ${url}`);
    },
  });

  const locale = /^\/en(\/|$)/.test(location.pathname) ? 'en' : 'ja';
  const barePath =
    location.pathname.replace(/^\/(en|ja)(?=\/|$)/, '').replace(/(.)\/$/, '$1') || '/';
  let owner: PackageOnPage = shell;
  let route = routeOf(shell);
  for (const remote of Object.values(remotes)) {
    const found = routeOf(remote);
    if (found) {
      owner = remote;
      route = found;
    }
  }

  root.lang = locale;
  root.dataset.layout = route?.layout ?? 'default';
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  // Stylesheets first: what is drawn waits for them, and they are small.
  start(shell, shell.styles);
  if (owner !== shell) start(owner, owner.styles);
  start(shell, shell.scripts);
  start(shell, shell.catalogs[locale]);
  if (owner !== shell) {
    start(owner, owner.scripts);
    start(owner, owner.catalogs[locale]);
  }
  if (route) {
    start(owner, route.files);
    start(shell, route.shellFiles);
  }

  const token = read('access_token');
  // A token that has ended is renewed by the session first: sending it would only be refused.
  const ends = Number(read('access_token_expires_at')) || Number.POSITIVE_INFINITY;
  if (token && Date.now() < ends && route?.guard !== 'public') {
    for (const path of route?.early ?? []) {
      const headers: Record<string, string> = {
        accept: 'application/json',
        'accept-language': locale,
        authorization: `Bearer ${token}`,
      };
      if (config.apiKey) headers['x-api-key'] = config.apiKey;
      const answer = fetch(config.apiUrl + path, { headers });
      answer.catch(() => undefined);
      portal.early.set(path, answer);
    }
  }
  if (barePath !== '/callback' && window.isSecureContext) startSilentCheck();

  /** W3C Trusted Types; absent in older browsers, where the hashes alone hold. */
  function trustedTypes() {
    type Factory = {
      createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
    };
    return (window as { trustedTypes?: Factory }).trustedTypes;
  }

  function start(release: PackageOnPage, files: readonly string[] = []): void {
    // A failure is met where the file is needed: the shell's boundary asks again and says so.
    for (const file of files) portal.load(release.base + file).catch(() => undefined);
  }

  /**
   * The browser keeps what it was given, also when it did not match its hash, and would take it from
   * its caches again: what failed once comes from the network.
   */
  async function askAnew(address: string): Promise<void> {
    const integrity = hashes.get(address);
    if (integrity) {
      const answer = await fetch(address, { cache: 'reload', credentials: 'same-origin' });
      await answer.arrayBuffer();
    }
    await insert(address);
  }

  function insert(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const integrity = hashes.get(address);
      if (!integrity && address !== analytics) {
        reject(new Error(`Not in the page's registry: ${address}`));
        return;
      }
      const isStyle = address.endsWith('.css');
      const element = document.createElement(isStyle ? 'link' : 'script');
      // A tag that failed must go: webpack and federation would wait for it.
      const fail = (why: string) => {
        clearTimeout(timer);
        element.remove();
        reject(new Error(`${why}: ${address}`));
      };
      const timer = setTimeout(() => fail('Timed out'), LOAD_TIMEOUT_MS);
      element.onload = () => {
        clearTimeout(timer);
        resolve();
      };
      element.onerror = () => fail('Did not load or did not match its hash');
      element.crossOrigin = 'anonymous';
      element.integrity = integrity ?? config.analytics?.integrity ?? '';
      if (element instanceof HTMLLinkElement) {
        element.rel = 'stylesheet';
        element.href = address;
      } else {
        // In order of insertion: a remote's entry finds the shell's shared modules there.
        element.async = false;
        element.src = address;
      }
      document.head.append(element);
    });
  }

  function routeOf(release: PackageOnPage): RouteOnPage | undefined {
    for (const pattern in release.routes) {
      const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+');
      if (new RegExp(`^${source}$`).test(barePath)) return release.routes[pattern];
    }
    return undefined;
  }

  /** OpenID Connect Core §3.1.2.1, `prompt=none`, in a hidden frame; RFC 7636 for the challenge. */
  function startSilentCheck(): void {
    const state = random();
    const nonce = random();
    const verifier = random();
    const answer = (async () => {
      const { idpUrl, clientId, silentRedirectUri, responseType } = config.idp;
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
      const query = new URLSearchParams({
        response_type: responseType,
        redirect_uri: silentRedirectUri,
        client_id: clientId,
        code_challenge: base64url(new Uint8Array(digest)),
        code_challenge_method: 'S256',
        state,
        nonce,
        scope: 'openid',
        prompt: 'none',
        ui_locale: locale,
      });
      return inHiddenFrame(`${idpUrl}/authorize?${query}`);
    })();
    answer.catch(() => undefined);
    portal.silent = { state, nonce, verifier, answer };
  }

  function inHiddenFrame(address: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const frame = document.createElement('iframe');
      frame.hidden = true;
      frame.title = '';
      frame.src = address;
      const done = () => {
        clearTimeout(timer);
        window.removeEventListener('message', listen);
        frame.remove();
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error('The silent login check timed out.'));
      }, SILENT_TIMEOUT_MS);
      const listen = (event: MessageEvent) => {
        if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
        if (event.data?.type !== SILENT_CHECK_MESSAGE) return;
        done();
        resolve(String(event.data.search));
      };
      window.addEventListener('message', listen);
      (document.body ?? root).append(frame);
    });
  }

  function random(): string {
    return base64url(crypto.getRandomValues(new Uint8Array(32)));
  }

  function base64url(bytes: Uint8Array): string {
    return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (c) =>
      c === '+' ? '-' : c === '/' ? '_' : '',
    );
  }

  function absolute(url: string): string {
    return new URL(url, location.origin).href;
  }

  /** Storage may be refused (privacy settings): then there simply is nothing stored. */
  function read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
})();
