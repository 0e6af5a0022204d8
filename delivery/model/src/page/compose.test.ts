import { createHash } from 'node:crypto';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { FirstViewOnPage, PageData, PartList } from '@portal/shared-contract';
import { LIMITS } from '@portal/shared-contract/limits';
import {
  fileName,
  INTEGRITY,
  PAGE_TEXTS,
  remoteDocument,
  shellDocument,
} from '../testing/documents.ts';
import { portalConfig } from '../testing/portal-config.ts';
import { composePage } from './compose.ts';
import { filesBase, pageData, partList, type Registry } from './registry.ts';
import { securityContact } from './security-txt.ts';
import { workerDeadline } from './worker-deadline.ts';

const registry = (over: Partial<Registry> = {}): Registry => ({
  config: portalConfig({
    brand: { name: { ja: 'つばめ</script><b>', en: 'Tsubame' }, design: 'mountain' },
  }),
  shell: { base: filesBase('shell'), release: shellDocument(), texts: PAGE_TEXTS },
  remotes: { account: { base: filesBase('account'), release: remoteDocument('account') } },
  ...over,
});

const csp = (page: ReturnType<typeof composePage>, file = 'index.html') =>
  new Map(
    (page[file]?.headers['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );

/** The data in a page, with the remotes of the list that it names. */
const dataOf = (one: Registry): PageData => {
  const { body = '' } = composePage(one)['index.html'] ?? {};
  const data: PageData = JSON.parse(/id="portal-data">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
  const { remotes }: PartList = JSON.parse(partList(one).body);
  return { ...data, remotes };
};

// @proves 16.771
test('the system keeps its own parts of the screen out of the page', () => {
  const { body = '' } = composePage(registry())['index.html'] ?? {};
  expect(body).toContain('name="viewport" content="width=device-width,initial-scale=1"');
});

// @proves 16.71
test('names of releases have the text of the brand in their place', () => {
  const name = { ja: 'ご案内', en: 'Offers' };
  const release = remoteDocument('offers', {
    title: name,
    rows: {
      '/offers': { files: [], guard: 'session', layout: 'default', menu: { ...name, order: 700 } },
    },
  });
  const id = generateMessageId(name.en);
  const config = { ...registry().config, texts: { ja: { [id]: ['水辺のご案内'] } } };
  const data = dataOf(
    registry({
      config,
      remotes: { offers: { base: filesBase('offers'), release } },
      switchedOff: { news: { owns: ['/news'], title: name } },
    }),
  );
  const branded = { ja: '水辺のご案内', en: 'Offers' };
  expect(data.remotes.offers?.title).toEqual(branded);
  expect(data.remotes.offers?.routes['/offers']?.menu).toEqual({ ...branded, order: 700 });
  expect(data.switchedOff?.news?.title).toEqual(branded);
});

// @proves 2.111 7.610
test('the page carries the rows of the navigation in their order, as the operator has them', () => {
  const row = { files: [] as string[], guard: 'session', layout: 'default' } as const;
  const named = (en: string) => ({ ja: `${en}〔日〕`, en });
  const tab = true as const;
  const release = (name: string, rows: Parameters<typeof remoteDocument>[1]) => ({
    base: filesBase(name),
    release: remoteDocument(name, rows),
  });
  const remotes = {
    account: release('account', {
      rows: { '/account': { ...row, menu: { ...named('Account'), order: 7, icon: 'user', tab } } },
    }),
    mypage: release('mypage', {
      rows: {
        '/my-page': { ...row, menu: { ...named('Home'), order: 1, tab } },
        '/my-page/new': { ...row, menu: named('New') },
        '/my-page/old': { ...row, menu: { ...named('Old'), tab } },
      },
    }),
    // Of a team that is not of the frame, which the operator grants a place.
    offers: release('offers', {
      rows: {
        '/offers': { ...row, menu: named('Offers') },
        '/offers/granted': { ...row, menu: named('Granted') },
      },
    }),
  };
  const { config } = registry();
  const menu = { '/my-page/old': { hidden: true as const }, '/offers/granted': { order: 2, tab } };
  const { navigation, remotes: shown } = dataOf(registry({ config: { ...config, menu }, remotes }));
  expect(navigation).toEqual([
    { to: '/my-page', ...named('Home') },
    { to: '/offers/granted', ...named('Granted') },
    { to: '/account', ...named('Account'), icon: 'user' },
  ]);
  expect(shown.offers?.routes['/offers']?.menu).toEqual(named('Offers'));
  expect(dataOf(registry({ remotes: {} })).navigation).toBeUndefined();
});

// @proves 7.612
describe('a page of many remotes', () => {
  /** Remotes with ten screens and twenty files each, as teams have them. */
  const remotes = (count: number): Registry['remotes'] =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        const name = `team-part-${index}`;
        const names = Array.from({ length: 20 }, (_, at) => fileName(`${name}-${at}`));
        const released = { integrity: INTEGRITY, size: 9, brotli: 9 };
        const release = remoteDocument(name, {
          title: { ja: `部品${index}`, en: `Part ${index}` },
          rows: Object.fromEntries(
            names.slice(0, 10).map((file, at) => [
              `/${name}/${at}`,
              {
                files: [file],
                guard: 'session',
                layout: 'default',
                menu: { ja: `画面${at}`, en: `Screen ${at}` },
              },
            ]),
          ),
          files: Object.fromEntries(names.map((file) => [file, released])),
        });
        return [name, { base: filesBase(name), release }];
      }),
    );
  const composed = (count: number) => composePage(registry({ remotes: remotes(count) }));
  const OWNED = 'area.team-part-2.html';
  const sizeOf = (page: ReturnType<typeof composePage>, file: string) =>
    Buffer.byteLength(page[file]?.body ?? '');

  test.each(['index.html', OWNED])('%s has the same size for 4 and for 60 remotes', (file) => {
    const [few, many] = [composed(4), composed(60)];
    expect(sizeOf(few, file)).toBeGreaterThan(1_000);
    expect(sizeOf(many, file) - sizeOf(few, file)).toBeLessThan(1_000);
  });

  // @proves 7.577
  test('names the remote of its address, which remote owns which segment, and the list of all', () => {
    const page = composed(4);
    const dataIn = (file: string): PageData =>
      JSON.parse(/id="portal-data">(.*?)<\/script>/s.exec(page[file]?.body ?? '')?.[1] ?? '');
    const { remotes: named, areas, partList } = dataIn(OWNED);
    expect(Object.keys(named)).toEqual(['team-part-2']);
    expect(areas).toBe('team-part-0 team-part-1 team-part-2 team-part-3');
    expect(dataIn('index.html')).toMatchObject({ remotes: {}, areas, partList });
    const { body = '', headers } = page[partList?.file.slice(1) ?? ''] ?? {};
    const listed: PartList = JSON.parse(body);
    expect(Object.keys(listed.remotes)).toEqual(areas.split(' '));
    const { files = {}, ...own } = listed.remotes['team-part-2'] ?? {};
    expect(named['team-part-2']).toMatchObject({ ...own, name: 'mfe_team_part_2' });
    expect(Object.keys(files)).toHaveLength(20);
    expect(listed.shell).toEqual({ [fileName('main')]: INTEGRITY });
    const hash = createHash('sha384').update(body).digest('base64');
    expect(partList?.integrity).toBe(`sha384-${hash}`);
    expect(headers?.['cache-control']).toContain('immutable');
    expect(JSON.parse(page['latest.json']?.body ?? '').partList).toBe(partList?.file);
    expect(JSON.parse(page['screens.json']?.body ?? '').areas['/team-part-2']).toBe(OWNED);
  });
});

const never = (): never => {
  throw new Error('The document has a file.');
};

describe('composing the page', () => {
  // @proves 9.35
  it('has a security.txt for a configured contact', () => {
    const now = new Date('2026-04-01T00:00:00Z');
    const security = securityContact('mailto:s@portal.example https://portal.example/report', now);
    const file = composePage(registry({ security }))['security.txt'];
    expect(file?.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(file?.body).toBe(
      [
        'Contact: mailto:s@portal.example',
        'Contact: https://portal.example/report',
        'Expires: 2027-03-31T00:00:00.000Z',
        'Preferred-Languages: ja, en',
        'Canonical: https://portal.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
  });

  it('cannot be broken by any text in the registry', () => {
    const { body } = composePage(registry())['index.html'] ?? { body: '' };
    expect(body).not.toContain('つばめ</script>');
    expect(body.match(/<\/script>/g)).toHaveLength(3);
  });

  // @proves 16.936
  it('names of its remote what its own screen begins with, where it has a first view', () => {
    const names = ['entry', 'screen', 'other', 'dialog', 'main', 'ja'] as const;
    const [described] = Object.values(remoteDocument('account').files);
    const files = Object.fromEntries(names.map((name) => [fileName(name), described ?? never()]));
    const row = (screen: string, consumes: string[]) => ({
      files: [fileName(screen)],
      guard: 'session' as const,
      layout: 'default' as const,
      consumes,
    });
    const rows = { '/account': row('screen', []), '/account/other': row('other', ['dialog']) };
    const shell = shellDocument({ files, lazyShared: { dialog: [fileName('dialog')] } });
    const account = remoteDocument('account', { files, rows });
    const parts = registry({
      shell: { ...registry().shell, release: shell },
      remotes: { account: { base: filesBase('account'), release: account } },
    });
    const named = (firstView?: FirstViewOnPage) => {
      const { shell: first, remotes } = pageData(parts, {
        list: partList(parts),
        owner: 'account',
        firstView,
      });
      return { shell: Object.keys(first.files), remote: Object.keys(remotes.account?.files ?? {}) };
    };
    const all = named();
    expect(all.shell).toContain(fileName('dialog'));
    expect(all.remote).toContain(fileName('other'));
    const own = named({ path: '/account', locale: 'ja', visitor: 'member' });
    expect(own.shell).toEqual(all.shell.filter((name) => name !== fileName('dialog')));
    expect(own.remote).toEqual(all.remote.filter((name) => name !== fileName('other')));
  });

  // @proves 7.133
  it("has in it four texts of the shell's release, which no browser loads", () => {
    const page = composePage(registry());
    const { body = '' } = page['index.html'] ?? {};
    expect(body).toContain('<script>boot()</script>');
    expect(body).toContain('<style>body{margin:0}');
    expect(body).toContain('<div id="skeleton">つばめ');
    expect(page['silent-check.html']?.body).toContain('<script>silentCheck()</script>');
    expect(Object.keys(dataOf(registry()).shell.files)).toEqual([fileName('main')]);
  });
});

// @proves 14.163
describe('the service worker', () => {
  const workerOf = (over: Parameters<typeof registry>[0] = {}) =>
    composePage(registry(over))['worker.js']?.body.trim();
  const { shell, config } = registry();

  // @proves 14.690
  it("is that of the shell's release, behind what keeps a deadline for it", () => {
    expect(workerOf()).toBe(`${workerDeadline(LIMITS.worker)}worker()`);
  });

  it('removes itself where the operator has switched it off, and where the shell has none', () => {
    expect(workerOf({ config: { ...config, worker: false } })).toMatch(/unregister/);
    const { worker: _, ...texts } = shell.texts;
    expect(workerOf({ shell: { ...shell, texts } })).toMatch(/unregister/);
  });
});

describe("the page's policy", () => {
  it('runs only the scripts in the page and what they start, without eval or inline code', () => {
    const scripts = csp(composePage(registry())).get('script-src') ?? [];
    const hash = expect.stringMatching(/^'sha256-[A-Za-z0-9+/=]+'$/);
    expect(scripts).toEqual([hash, hash, "'strict-dynamic'"]);
  });

  it('turns Trusted Types on and forbids base, frames and plugins', () => {
    const policy = csp(composePage(registry()));
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('default-src')).toEqual(["'none'"]);
  });

  it('goes with headers against sniffing, framing and talkative referrers, in every file', () => {
    for (const { headers } of Object.values(composePage(registry()))) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': expect.stringMatching(/^(DENY|SAMEORIGIN)$/),
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
    }
  });

  it('lets the page connect to the identity provider and to no unknown address', () => {
    const policy = csp(composePage(registry()));
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://id.example']);
    expect(policy.get('frame-src')).toEqual(["'self'", 'https://id.example']);
  });

  it('lets only the portal frame the silent check', () => {
    const page = composePage(registry());
    expect(csp(page, 'silent-check.html').get('frame-ancestors')).toEqual(["'self'"]);
    expect(csp(page, 'silent-check.html').get('script-src')).toHaveLength(1);
  });
});
