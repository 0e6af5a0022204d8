/**
 * @jest-environment ./checks/jest/src/browser-environment.ts
 * @jest-environment-options {"url": "http://localhost:4300/"}
 */

import { bundledScript } from '@portal/delivery-builder/boot-script';
import type { PackageOnPage, PageData } from '@portal/shared-contract';

const release = (name: string, routes: PackageOnPage['routes']): PackageOnPage => ({
  version: '1',
  base: `/${name}/1/`,
  files: Object.fromEntries(
    ['before-react.js', 'main.js', 'styles.css', 'screen.js', 'dialog.js'].map((file) => [
      file,
      `sha384-${name}-${file}`,
    ]),
  ),
  scripts: ['main.js'],
  styles: ['styles.css'],
  routes,
});
const EDIT = {
  files: ['screen.js'],
  shellFiles: ['dialog.js'],
  guard: 'session',
  layout: 'empty',
  early: ['/userinfo', '/prefectures'],
} as const;

const data: PageData = {
  config: {
    apiUrl: '/api',
    brand: { name: { ja: 'つばめ', en: 'Tsubame' }, design: 'mountain' },
    idp: {
      idpUrl: 'https://id.example/realms/members',
      clientId: 'portal',
      redirectUri: 'http://localhost:4300/callback',
      silentRedirectUri: 'http://localhost:4300/silent-check.html',
      responseType: 'code',
      scope: 'openid',
      returnTo: 'http://localhost:4300/',
      endpoints: {
        authorization: 'https://id.example/realms/members/protocol/auth',
        token: 'https://id.example/realms/members/protocol/token',
      },
      authorizeParams: { audience: 'members-api' },
    },
  },
  shell: {
    ...release('shell', { '/callback': { files: [], guard: 'public', layout: 'empty' } }),
    scripts: ['before-react.js', 'main.js'],
  },
  areas: 'account',
  remotes: {
    account: {
      ...release('account', { '/account/edit': EDIT }),
      name: 'mfe_account',
      entry: 'main.js',
      fallback: true,
    },
  },
};

const PART_LIST = { file: '/app/parts.0123456789.json', integrity: 'sha384-list' };
/** A list of parts that has these files of the account's. */
const partsWith = (files: Readonly<Record<string, string>>) => ({
  shell: {},
  remotes: { account: { ...data.remotes.account, files } },
  fallbacks: {},
});

/** After which a file that did not come is asked for once more. */
const RETRY_DELAY_MS = 500;

const calls: Request[] = [];
const beacons: [url: unknown, reports: unknown][] = [];
// A page that an earlier test has started must not say in this one that nothing came.
afterEach(() => jest.useRealTimers());
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  beacons.length = 0;
  navigator.sendBeacon = (url, body) => beacons.push([url, JSON.parse(String(body))]) > 0;
  localStorage.clear();
  calls.length = 0;
  window.fetch = async (input, init) => {
    calls.push(new Request(new URL(String(input), location.origin), init));
    return Response.json({});
  };
});

const BOOT = bundledScript('boot/boot.ts').code;
const BEFORE_REACT = bundledScript('boot/before-react.ts').code;

/** Runs the first of the shell's scripts, as the browser does when it has come. */
const arriveBeforeReact = () => new Function(BEFORE_REACT)();

/** Runs the page's inline script in this document, as the browser does while it parses the page. */
function begin(path = '/en/account/edit/?from=menu', head = '', body = '') {
  window.history.replaceState(null, '', path);
  document.head.innerHTML = head;
  document.body.innerHTML = body;
  const json = document.createElement('script');
  json.type = 'application/json';
  json.id = 'portal-data';
  json.textContent = JSON.stringify(data);
  document.head.append(json);
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  new Function(BOOT)();
  return window.portal;
}

/** The same, and the first of the shell's scripts, which has come at once. */
function boot(...page: Parameters<typeof begin>) {
  begin(...page);
  arriveBeforeReact();
  return window.portal;
}

/** Address and hash of each tag that the script has inserted, in order. */
const files = () =>
  [...document.head.querySelectorAll<HTMLLinkElement & HTMLScriptElement>('link, script[src]')].map(
    (tag) => [tag.href ?? tag.src, tag.integrity],
  );

/** The scripts but for the first of the shell's, which the page has in every case. */
const laterScripts = () =>
  files().filter(([address]) => /(?<!before-react)\.js$/.test(String(address)));

describe('the silent check that the page begins', () => {
  // @proves 9.8
  it('sends a nonce of 32 letters and digits', () => {
    expect(boot().silent?.nonce).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  // @proves 4.1
  it('is left to React where a session is stored, which shows the page without it', () => {
    localStorage.setItem('access_token', 'token');
    expect(boot().silent).toBeUndefined();
    localStorage.clear();
  });

  // @proves 2.62 4.1
  it('is left out on the sign-in return route', () => {
    expect(boot('/callback?code=c&state=s').silent).toBeUndefined();
  });
});

describe('what the page starts for an address', () => {
  it("loads the shell's and the remote's files with their hashes, stylesheets first", () => {
    boot();
    const file = (part: string, name: string) => [
      `http://localhost:4300/${part}/1/${name}`,
      `sha384-${part}-${name}`,
    ];
    expect(files()).toEqual([
      file('shell', 'styles.css'),
      file('account', 'styles.css'),
      file('shell', 'before-react.js'),
      file('shell', 'main.js'),
      file('account', 'main.js'),
      file('account', 'screen.js'),
      file('shell', 'dialog.js'),
    ]);
  });

  // @proves 16.3
  it.each(['light', 'dark'])(
    'gives the bars around the page the color of the chosen theme %s',
    (chosen) => {
      const metas = ['light', 'dark'].map(
        (theme) => `<meta name="theme-color" media="(prefers-color-scheme: ${theme})">`,
      );
      localStorage.setItem('theme', chosen);
      boot('/', metas.join(''));
      const media = [...document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')].map(
        (meta) => meta.media,
      );
      expect(media).toEqual(chosen === 'light' ? ['all', 'not all'] : ['not all', 'all']);
    },
  );

  // @proves 16.68
  it('gives the page the sky of the design that this device knows', () => {
    localStorage.setItem('design', 'waves');
    boot('/');
    expect(document.documentElement.dataset.design).toBe('waves');
  });

  it('refuses a file that the registry does not name', async () => {
    await expect(boot().load('https://evil.example/x.js')).rejects.toThrow(/registry/);
  });

  it('lets nothing else start a script that the registry does not name, by Trusted Types', () => {
    const policies: Record<string, { createScriptURL(url: string): string }> = {};
    // jsdom has no Trusted Types.
    const trustedTypes = {
      createPolicy: (name: string, rules: { createScriptURL(url: string): string }) => {
        policies[name] = rules;
      },
    };
    Object.assign(window, { trustedTypes });
    boot();
    Reflect.deleteProperty(window, 'trustedTypes');
    const ask = (url: string) => policies.default?.createScriptURL(url);
    expect(ask('/shell/1/main.js')).toBe('/shell/1/main.js');
    expect(() => ask('https://evil.example/x.js')).toThrow(/registry/);
    expect(() => ask('data:text/javascript,1')).toThrow(/registry/);
  });

  // @proves 2.680
  it.each([
    ['the languages of the browser', navigator, 'languages'],
    ['the cookies', document, 'cookie'],
  ])('says that the page cannot be shown where an extension throws for %s', (_, target, name) => {
    const get = () => {
      throw new Error('Not here');
    };
    Object.defineProperty(target, name, { configurable: true, get });
    delete document.documentElement.dataset.layout;
    // What a listener throws is reported to the window, as what an inline script throws.
    document.addEventListener('parsed', () => begin('/en/account/edit/', '', '<div id="root">'), {
      once: true,
    });
    const reported = jest.spyOn(console, 'error').mockImplementation();
    document.dispatchEvent(new Event('parsed'));
    Reflect.deleteProperty(target, name);
    expect(String(reported.mock.calls)).toContain('Not here');
    reported.mockRestore();
    expect(document.querySelector('h1')?.textContent).toBe('This page cannot be shown');
    expect(document.documentElement.dataset.layout).toBe('default');
  });

  // @proves 14.161
  it('lets the service worker be registered, and nothing else at that call or this address elsewhere', () => {
    type Rules = { readonly createScriptURL: (url: string, type: string, sink: string) => string };
    let rules: Rules | undefined;
    Object.assign(window, {
      trustedTypes: {
        createPolicy: (_: string, given: Rules) => {
          rules = given;
        },
      },
    });
    boot();
    Reflect.deleteProperty(window, 'trustedTypes');
    const ask = (url: string, sink: string) =>
      rules?.createScriptURL(url, 'TrustedScriptURL', sink);
    const register = 'ServiceWorkerContainer register';
    expect(ask('/worker.js', register)).toBe('/worker.js');
    expect(() => ask('/worker.js', 'HTMLScriptElement src')).toThrow(/registry/);
    expect(() => ask('/latest.json', register)).toThrow(/registry/);
  });
});

// @proves 2.81
describe('a file that does not come', () => {
  const LIMIT_MS = 10_000;

  const tagsOf = (name: string) =>
    [...document.head.querySelectorAll<HTMLScriptElement & HTMLLinkElement>('link, script')].filter(
      (tag) => (tag.href ?? tag.src).endsWith(name),
    );
  const settle = () => jest.advanceTimersByTimeAsync(0);
  /** The servers answer these files, in turn, and no others. */
  async function answer(name: string, type: 'load' | 'error') {
    for (const tag of tagsOf(name)) tag.dispatchEvent(new Event(type));
    await settle();
  }
  async function outcome(promise: Promise<void>): Promise<'loaded' | 'failed' | 'waiting'> {
    let state: 'loaded' | 'failed' | 'waiting' = 'waiting';
    promise.then(
      () => (state = 'loaded'),
      () => (state = 'failed'),
    );
    await settle();
    return state;
  }

  it('is given up in time where no server answers, and again by the next attempt', async () => {
    const portal = boot();
    expect(await outcome(portal.load('/account/1/screen.js'))).toBe('waiting');
    await jest.advanceTimersByTimeAsync(LIMIT_MS);
    expect(tagsOf('/account/1/screen.js')).toHaveLength(0);

    // Asked for past the browser's caches, by a server that still does not answer.
    let asked: RequestInit | undefined;
    window.fetch = (_input, init) => {
      asked = init;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    };
    const again = portal.load('/account/1/screen.js');
    expect(await outcome(again)).toBe('waiting');
    expect(asked?.cache).toBe('reload');
    await jest.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await outcome(again)).toBe('failed');
    expect(asked?.signal?.aborted).toBe(true);
  });

  const words = () => document.querySelector('#root h1')?.textContent;
  const bootWithSkeleton = () => {
    const portal = boot();
    document.body.innerHTML = '<div id="skeleton"></div><div id="root"></div>';
    return portal;
  };

  // @proves 7.198
  it('leaves the page with words and a reload where it is the shell, hanging or refused', async () => {
    bootWithSkeleton();
    await jest.advanceTimersByTimeAsync(LIMIT_MS);
    expect(words()).toBe('This page cannot be shown');
    expect(document.querySelector('#root button')?.textContent).toBe('Reload the page');

    bootWithSkeleton();
    await answer('/shell/1/main.js', 'error');
    await jest.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    expect(words()).toBeUndefined();
    beacons.length = 0;
    await answer('/shell/1/main.js', 'error');
    expect(words()).toBe('This page cannot be shown');
    await jest.advanceTimersByTimeAsync(LIMIT_MS);
    // Once, although more than one limit has passed.
    const failed = { remote: 'shell', version: '1', stage: 'failed', code: 'broken' };
    expect(beacons).toEqual([['/api/telemetry', [failed]]]);
  });

  // @proves 7.243
  it('is not counted where the page is a preview', async () => {
    Object.assign(data, { preview: true });
    bootWithSkeleton();
    await jest.advanceTimersByTimeAsync(LIMIT_MS);
    expect(words()).toBe('This page cannot be shown');
    expect(beacons).toEqual([]);
    Object.assign(data, { preview: undefined });
  });
});

// @proves 7.132
describe('a file whose hash is in the list of parts', () => {
  beforeEach(() => Object.assign(data, { partList: PART_LIST }));
  afterEach(() => Object.assign(data, { partList: undefined }));
  const tags = (name: string) =>
    [...document.head.querySelectorAll<HTMLScriptElement>('script[src]')].filter((tag) =>
      tag.src.endsWith(name),
    );
  const expectRefused = async (loading: Promise<void>, reason: RegExp) => {
    const refused = expect(loading).rejects.toThrow(reason);
    await jest.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    await refused;
  };

  it('is refused without the list, past the caches too, and where the list does not name it', async () => {
    const portal = boot();
    const caches: unknown[] = [];
    window.fetch = (_address, init) => {
      caches.push(init?.cache);
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    await expectRefused(portal.load('/account/1/form.js'), /Failed to fetch/);
    expect(caches).toEqual(['default', 'reload']);
    window.fetch = async () => Response.json(partsWith({ 'form.js': 'sha384-form' }));
    await expectRefused(portal.load('/account/1/evil.js'), /registry/);
    expect(tags('/account/1/evil.js')).toEqual([]);
  });
});

// @proves 7.612
describe('the remotes that the page does not name', () => {
  const signup = { ...release('signup', {}), name: 'mfe_signup', entry: 'main.js' };
  beforeEach(() => void Object.assign(data, { partList: PART_LIST, areas: 'account signup' }));
  afterEach(() => void Object.assign(data, { partList: undefined, areas: 'account' }));

  it('are read once, with the hash that the page names, and may be loaded from then on', async () => {
    const portal = boot();
    const { account } = portal.remotes;
    expect(portal.integrity('/signup/1/screen.js')).toBeUndefined();
    const asked: Parameters<typeof fetch>[] = [];
    window.fetch = async (...call) => {
      asked.push(call);
      const remotes = { account: { ...account, version: '9' }, signup };
      return Response.json({ shell: {}, remotes, fallbacks: {} });
    };
    await Promise.all([portal.readParts(), portal.readParts()]);
    expect(asked).toEqual([
      [PART_LIST.file, expect.objectContaining({ integrity: PART_LIST.integrity })],
    ]);
    expect(Object.keys(portal.remotes)).toEqual(['account', 'signup']);
    expect(portal.remotes.account?.version).toBe('1');
    expect(portal.integrity('/signup/1/screen.js')).toBe('sha384-signup-screen.js');
  });
});

// @proves 7.181 7.183
describe('the fallback of a remote', () => {
  beforeEach(() => Object.assign(data, { partList: PART_LIST }));
  afterEach(() => Object.assign(data, { partList: undefined }));
  const fallback = {
    version: '0',
    name: 'mfe_account',
    entry: 'old.js',
    files: { 'old.js': 'sha384-old', 'screen.js': 'sha384-account-screen.js' },
    scripts: ['old.js'],
    styles: [],
  };

  it('may be loaded once the list of parts has come with the hash that the page names', async () => {
    const portal = boot();
    expect(portal.integrity('/account/1/old.js')).toBeUndefined();
    let asked: Parameters<typeof fetch> | undefined;
    window.fetch = async (...call) => {
      asked = call;
      return Response.json({ ...partsWith({}), fallbacks: { account: fallback } });
    };
    const { version, base, entry } = await portal.restart('account', 'fallback');
    expect([version, base, entry]).toEqual(['0', '/account/1/', 'old.js']);
    expect(asked).toEqual([
      PART_LIST.file,
      expect.objectContaining({ integrity: PART_LIST.integrity }),
    ]);
    expect(portal.integrity('/account/1/old.js')).toBe('sha384-old');
  });

  it('is refused when the list does not come', async () => {
    const portal = boot();
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(portal.restart('account', 'fallback')).rejects.toThrow('Failed to fetch');
    expect(portal.integrity('/account/1/old.js')).toBeUndefined();
  });
});

/** The stored access token has ended. @returns the locks that are asked for */
function endToken(): string[] {
  const ended = { access_token: 'ended', refresh_token: 'r1', access_token_expires_at: '1000' };
  for (const [name, value] of Object.entries(ended)) localStorage.setItem(name, value);
  const turns: string[] = [];
  const locks = {
    request: (name: string, work: () => Promise<unknown>) => {
      turns.push(name);
      return work();
    },
  };
  // jsdom has no Web Locks.
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return turns;
}
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

describe('the first calls of a screen', () => {
  it('go out with the stored token, in the language of the address', () => {
    // As every page is served.
    document.documentElement.lang = 'ja';
    localStorage.setItem('access_token', 'token');
    const { early } = boot();
    expect([...early.keys()]).toEqual(['/userinfo', '/prefectures']);
    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/userinfo',
      '/api/prefectures',
    ]);
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer token');
    expect(calls[0]?.headers.get('accept-language')).toBe('en');
  });

  // @proves 10.173
  it('go out with a renewed token where the stored one has ended', async () => {
    const turns = endToken();
    window.fetch = async (input, init) => {
      const call = new Request(new URL(String(input), location.origin), init);
      calls.push(call.clone());
      const asksForToken = call.method === 'POST';
      return Response.json(
        asksForToken
          ? { access_token: 'renewed', token_type: 'Bearer', refresh_token: 'r2', expires_in: 300 }
          : {},
      );
    };
    const { early, renewal } = boot();
    await Promise.all(early.values());
    expect(calls.map(({ url }) => url)).toEqual([
      'https://id.example/realms/members/protocol/token',
      'http://localhost:4300/api/userinfo',
      'http://localhost:4300/api/prefectures',
    ]);
    expect(Object.fromEntries(new URLSearchParams(await calls[0]?.text()))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r1',
      client_id: 'portal',
      redirect_uri: 'http://localhost:4300/callback',
    });
    expect(calls[1]?.headers.get('authorization')).toBe('Bearer renewed');
    expect(turns).toEqual(['portal-session']);
    expect(await renewal).toEqual({ result: { ok: true, accessToken: 'renewed' } });
    expect(localStorage.getItem('refresh_token')).toBe('r2');
  });
});

// @proves 2.94
describe('the scripts of a page with a first view', () => {
  const bundle = (name: string, holds: readonly string[]) => ({
    file: `/app/${name}.js`,
    integrity: `sha384-${name}`,
    holds,
  });
  const BUNDLES = {
    shell: bundle('shell', ['/shell/1/main.js']),
    route: bundle('route', ['/account/1/main.js', '/account/1/screen.js']),
    next: bundle('next', []),
  };
  const withFirstView = (visitor: 'member' | 'stranger' = 'member', locale = 'en') => {
    if (visitor === 'member') {
      localStorage.setItem('access_token', 'token');
      localStorage.setItem('oneid_user_id', 'm1');
    }
    Object.assign(data, {
      firstView: { path: '/account/edit', locale, visitor },
      bundles: BUNDLES,
    });
    boot('/en/account/edit');
    document.body.innerHTML = [
      '<div id="skeleton"><i></i><i></i></div><div id="root"></div>',
      '<template id="first-view"><h1>Edit</h1></template>',
    ].join('');
  };
  afterEach(() => void Object.assign(data, { firstView: undefined, bundles: undefined }));

  const run = () =>
    [...document.querySelectorAll('script[src]')].map(
      (tag) => new URL((tag as HTMLScriptElement).src).pathname,
    );
  const ALL = ['/app/shell.js', '/app/route.js', '/app/next.js'];
  const come = async (selector: string) => {
    for (const tag of document.querySelectorAll(selector)) tag.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(0);
  };

  // @proves 16.937
  it('are bundles, in their order, each with its hash, and begin with the page', async () => {
    withFirstView();
    await jest.advanceTimersByTimeAsync(0);
    expect(run().filter((path) => ALL.includes(path))).toEqual(ALL);
    expect(run()).toContain('/shell/1/dialog.js');
    const scripts = document.querySelectorAll<HTMLScriptElement>('script[src*="/app/"]');
    expect([...scripts].map(({ async, integrity }) => [async, integrity])).toEqual([
      [false, 'sha384-shell'],
      [false, 'sha384-route'],
      [false, 'sha384-next'],
    ]);
    await come('script');
    await expect(window.portal.load('/account/1/screen.js')).resolves.toBeUndefined();
    expect(run()).not.toContain('/account/1/screen.js');
  });

  // @proves 16.938
  it('leave words where the first of them does not come', async () => {
    withFirstView();
    for (const attempt of ['first', 'second']) {
      expect([attempt, document.querySelector('h1')]).toEqual([attempt, null]);
      document.querySelector('script[src$="before-react.js"]')?.dispatchEvent(new Event('error'));
      await jest.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    }
    expect(document.querySelector('h1')?.textContent).toBe('This page cannot be shown');
  });
});

describe('a page that the service worker has kept', () => {
  const parts = { shell: '1', account: '1' };
  const scripts = laterScripts;
  let removed: string[];
  /** @param latest what `latest.json` answers */
  function bootKept(latest: Promise<Response>) {
    removed = [];
    window.fetch = (address) =>
      String(address) === '/latest.json' ? latest : new Promise(() => {});
    const caches = {
      keys: async () => ['portal-kept-3', 'of-a-remote'],
      delete: async (name: string) => removed.push(name) > 0,
    };
    Object.defineProperty(window, 'caches', { value: caches, configurable: true });
    document.documentElement.dataset.kept = '';
    boot();
  }
  const isKept = () => 'kept' in document.documentElement.dataset;
  afterEach(() => delete document.documentElement.dataset.kept);

  // @proves 7.792
  it('has its styles at once, and runs its scripts once the portal has said that it is live', async () => {
    const latest = Promise.withResolvers<Response>();
    bootKept(latest.promise);
    await jest.advanceTimersByTimeAsync(1_900);
    expect(files().map(([address]) => String(address).split('/').at(-1))).toEqual([
      'styles.css',
      'styles.css',
      'before-react.js',
    ]);
    latest.resolve(Response.json({ parts }));
    await jest.advanceTimersByTimeAsync(0);
    expect(scripts().length).toBeGreaterThan(0);
    expect([isKept(), removed]).toEqual([false, []]);
  });

  // @proves 7.792
  it.each([
    ['switched off', { shell: '1' }],
    ['replaced', { shell: '1', account: '2' }],
    ['of another shell', { shell: '2', account: '1' }],
  ])(
    'runs nothing where a release of it is %s: it is removed, and loaded anew',
    async (_, live) => {
      // All that jsdom does for a navigation.
      const loads = jest.spyOn(console, 'error').mockImplementation();
      bootKept(Promise.resolve(Response.json({ parts: live })));
      await jest.advanceTimersByTimeAsync(5_000);
      expect([scripts(), removed]).toEqual([[], ['portal-kept-3']]);
      expect(String(loads.mock.calls)).toMatch(/^Error: Not implemented: navigation[^,]*$/);
      loads.mockRestore();
    },
  );

  const NO_ANSWER: [string, () => Promise<Response>, number][] = [
    ['two seconds without an answer', () => new Promise(() => {}), 2_000],
    ['the failure where there is no connection', () => Promise.reject(new TypeError()), 0],
    ['the answer where all servers are down', async () => new Response('', { status: 503 }), 0],
  ];
  // @proves 7.793
  it.each(NO_ANSWER)('goes on as one without a connection after %s', async (_, latest, ms) => {
    bootKept(latest());
    await jest.advanceTimersByTimeAsync(Math.max(0, ms - 1));
    if (ms > 0) expect(scripts()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(scripts().length).toBeGreaterThan(0);
    expect([isKept(), removed]).toEqual([true, []]);
  });
});

// @proves 2.591 3.590
describe('a remote whose code has frozen an earlier page', () => {
  const noted = (part: string, version: string, secondsAgo: number) =>
    localStorage.setItem(`running_release_${part}`, `${version} ${Date.now() - secondsAgo * 1000}`);
  const scriptsOf = (part: string) => files().filter(([url]) => url?.includes(`/${part}/1/`));

  it('is not started, neither by itself nor in a bundle', async () => {
    noted('account', '1', 4);
    const bundle = (name: string) => ({ file: `/app/${name}.js`, integrity: '', holds: [] });
    const bundles = {
      shell: bundle('shell'),
      route: { ...bundle('route'), holds: ['/shell/1/main.js'] },
    };
    Object.assign(data, {
      bundles,
      firstView: { path: '/account/edit', locale: 'en', visitor: 'member' },
    });
    boot();
    Object.assign(data, { bundles: undefined, firstView: undefined });
    await jest.advanceTimersByTimeAsync(0);
    expect(files().filter(([url]) => String(url).includes('/app/route'))).toEqual([]);
    expect(scriptsOf('account').map(([url]) => url)).toEqual([
      'http://localhost:4300/account/1/styles.css',
    ]);
    expect(scriptsOf('shell').map(([url]) => url)).toContain(
      'http://localhost:4300/shell/1/main.js',
    );
  });
});
