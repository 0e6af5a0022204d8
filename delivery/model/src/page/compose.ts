import { appFiles } from '@portal/shared-brand/app/app-files';
import { escapeHtml } from '@portal/shared-brand/look/escape-html';
import { brandIcon } from '@portal/shared-brand/look/icon';
import { brandStyle, skyStyle } from '@portal/shared-brand/look/style';
import type { LatestReleases, PageData } from '@portal/shared-contract';
import { limitsOf } from '@portal/shared-contract/limits';
import { segmentsOf } from '../document.ts';
import { BADGE_STYLES, badgeHtml } from '../preview/badge.ts';
import { type ComposedBundle, routeBundles, shellBundle } from './bundles.ts';
import { type FirstViewPage, firstViewPages } from './first-view/first-view-pages.ts';
import { headerMarkup } from './first-view/header.ts';
import { OLD_BROWSER_STYLES, oldBrowserHtml, oldBrowserScript } from './old-browser.ts';
import {
  APP_FILE_HEADERS,
  contentSecurityPolicy,
  cspHash,
  PAGE_HEADERS,
  silentCheckPolicy,
  workerPolicy,
} from './policy.ts';
import { navigationOf, type PageOf, pageData, partList, type Registry } from './registry.ts';
import { securityTxt } from './security-txt.ts';
import { WORKER_REMOVAL, workerDeadline } from './worker-deadline.ts';

/**
 * The files of the page by name, each with the headers with which it must be served. The body of a PNG is its
 * drawing as SVG (`servedBody`).
 */
export type ComposedPage = Readonly<
  Record<string, { readonly body: string; readonly headers: Readonly<Record<string, string>> }>
>;

/**
 * Composes every static file of the portal's origin from one registry document. The same registry
 * always gives the same bytes; neither a compiler nor the sources of the shell are needed.
 */
export function composePage(registry: Registry): ComposedPage {
  const { remotes, security, config } = registry;
  const list = partList(registry);
  const shell = shellBundle(registry.shell);
  const bundles = shell && { shell: shell.bundle };
  const firstViews = firstViewsOf(registry);
  const screens = firstViews.map((screen) => ({ ...screen, ...bundlesOf(registry, screen) }));
  const files: (readonly [name: string, file: PageFile])[] = [
    ['index.html', indexPage(registry, { list, bundles })],
    ...Object.keys(remotes).map(
      (owner) => [areaPage(owner), indexPage(registry, { list, owner, bundles })] as const,
    ),
    ...screens.map(({ owner, firstView, route, next }) => {
      const own = { ...(route && { route: route.bundle }), ...(next && { next: next.bundle }) };
      const page = { list, owner, firstView, bundles: bundles && { ...bundles, ...own } };
      return [firstView.file, indexPage(registry, page)] as const;
    }),
    ...[shell, ...screens.flatMap(({ route, next }) => [route, next])].flatMap(bundleFile),
    [list.path, fileOf(list.body, JSON_TYPE, APP_FILE_HEADERS)],
    ['silent-check.html', silentCheckPage(registry)],
    ['worker.js', workerFile(registry)],
    ['latest.json', fileOf(`${JSON.stringify(latestReleases(registry, list))}\n`, JSON_TYPE)],
    // For the edges only, which serve it to nobody.
    ['screens.json', fileOf(`${JSON.stringify(screensOf(registry, firstViews))}\n`, JSON_TYPE)],
    ...appFiles(registry).files.map(
      ({ path, body, type }) => [path, fileOf(body, type, APP_FILE_HEADERS)] as const,
    ),
    ...(security
      ? [
          [
            'security.txt',
            fileOf(
              securityTxt(security, new URL(config.idp.redirectUri).origin),
              'text/plain; charset=utf-8',
            ),
          ] as const,
        ]
      : []),
  ];
  return Object.fromEntries(files);
}

type PageFile = ComposedPage[string];
const JSON_TYPE = 'application/json; charset=utf-8';

const fileOf = (
  body: string,
  type: string,
  headers: PageFile['headers'] = PAGE_HEADERS,
): PageFile => ({ body, headers: { ...headers, 'content-type': type } });

/** By which the edges know which file of the page is at an address, if a screen is. */
function screensOf({ shell, remotes }: Registry, firstViews: readonly OwnedFirstView[]) {
  const paths = [shell, ...Object.values(remotes)].flatMap(({ release }) =>
    Object.keys(release.rows),
  );
  const areas = Object.entries(remotes).flatMap(([owner, { release }]) =>
    segmentsOf(release).map((segment) => [segment.toLowerCase(), areaPage(owner)]),
  );
  const pages = firstViews.flatMap(({ firstView: { file, addresses } }) =>
    addresses.map((address) => [address, file]),
  );
  return {
    pattern: screenPattern(paths),
    pages: Object.fromEntries(pages),
    areas: Object.fromEntries(areas),
  };
}

const areaPage = (remote: string): string => `area.${remote}.html`;

function bundlesOf({ shell, remotes }: Registry, { owner, firstView }: OwnedFirstView) {
  const remote = remotes[owner];
  return routeBundles(shell, remote ?? shell, remote && owner, firstView.onPage);
}

const bundleFile = (composed: ComposedBundle | undefined): (readonly [string, PageFile])[] =>
  composed
    ? [
        [
          composed.bundle.file.slice(1),
          fileOf(composed.body, 'text/javascript; charset=utf-8', {
            ...APP_FILE_HEADERS,
            // The sign-in page fetches them ahead (docs/decisions/0123-files-of-the-home-at-the-sign-in.md).
            'cross-origin-resource-policy': 'cross-origin',
          }),
        ],
      ]
    : [];

type OwnedFirstView = { readonly owner: string; readonly firstView: FirstViewPage };

function firstViewsOf(registry: Registry): readonly OwnedFirstView[] {
  const { config, shell, remotes } = registry;
  const navigation = navigationOf(registry);
  return [shell, ...Object.values(remotes)].flatMap(({ release, firstViews = {} }) =>
    firstViewPages(release.rows, firstViews, config, (page) =>
      headerMarkup(shell.texts.headers, {
        ...page,
        navigation,
        brand: config.brand.name[page.locale],
      }),
    ).map((firstView) => ({ owner: release.name, firstView })),
  );
}

type PageWith = Omit<PageOf, 'firstView'> & {
  /** Its template is at the end of the page, which the boot script does not wait for. */
  readonly firstView?: FirstViewPage;
};

function indexPage(registry: Registry, { firstView, ...page }: PageWith): PageFile {
  const { config, look, shell, preview } = registry;
  const { skeleton } = shell.texts;
  const criticalStyles =
    shell.texts.criticalStyles +
    brandStyle(look) +
    skyStyle(look, config.brand.design) +
    OLD_BROWSER_STYLES +
    (preview ? BADGE_STYLES : '');
  const boot = bootOf(registry);
  const ageTest = oldBrowserScript(registry);
  const name = escapeHtml(config.brand.name.ja);
  const color = config.brand.themeColor;
  const app = appFiles(registry);
  const data = pageData(registry, { ...page, firstView: firstView?.onPage });
  const body = [
    '<!doctype html><html lang="ja"><head><meta charset="utf-8">',
    preloads(data, page.owner),
    `<script>${ageTest}</script>`,
    // Without `viewport-fit=cover`: the system keeps notch and home indicator out of the page (docs/browsers.md).
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${name}</title>`,
    '<meta name="color-scheme" content="light dark">',
    color
      ? `<meta name="theme-color" content="${escapeHtml(color.light)}" media="(prefers-color-scheme: light)">` +
        `<meta name="theme-color" content="${escapeHtml(color.dark)}" media="(prefers-color-scheme: dark)">`
      : '',
    // Phones and tablets must not turn member codes into links to phone numbers.
    '<meta name="format-detection" content="telephone=no">',
    `<link rel="icon" type="image/svg+xml" href="${brandIcon(look)}">`,
    // The boot script names that of the page's language.
    `<link rel="manifest" href="/${app.manifest('ja')}">`,
    `<link rel="apple-touch-icon" href="/${app.touchIcon}">`,
    `<style>${criticalStyles}</style>`,
    `<script type="application/json" id="portal-data">${jsonInHtml(data)}</script>`,
    `<script>${boot}</script>`,
    `</head><body>${preview ? badgeHtml(preview) : ''}${branded(skeleton, config.brand.name)}<div id="root"></div>`,
    oldBrowserHtml(registry),
    `${firstView?.template ?? ''}</body></html>\n`,
  ].join('');
  return fileOf(body, 'text/html; charset=utf-8', {
    ...PAGE_HEADERS,
    'content-security-policy': contentSecurityPolicy(registry, {
      scripts: [cspHash(boot), cspHash(ageTest)],
      style: cspHash(criticalStyles),
    }),
  });
}

/**
 * The browser asks for what the view is drawn with while it still reads the boot script, which loads these files then.
 */
function preloads({ shell, remotes }: PageData, owner: string | undefined): string {
  return [shell, remotes[owner ?? '']]
    .filter((part) => part !== undefined)
    .flatMap(({ base, styles, files }) =>
      styles
        .filter((file) => files[file])
        .map(
          (file) =>
            `<link rel="preload" as="style" crossorigin href="${base}${file}" integrity="${files[file]}">`,
        ),
    )
    .join('');
}

const bootOf = ({ shell, preview }: Registry): string =>
  preview?.script === undefined ? shell.texts.boot : `${shell.texts.boot}\n${preview.script}`;

function silentCheckPage(registry: Registry): PageFile {
  const { silentCheck } = registry.shell.texts;
  return fileOf(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>…</title><script>${silentCheck}</script></html>\n`,
    'text/html; charset=utf-8',
    {
      ...PAGE_HEADERS,
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': silentCheckPolicy(cspHash(silentCheck)),
    },
  );
}

/** The service worker, or what takes its place in a browser that has one and must not keep it. */
function workerFile(registry: Registry): PageFile {
  const { config, shell } = registry;
  const own = config.worker === false ? undefined : shell.texts.worker;
  return fileOf(
    `${own === undefined ? WORKER_REMOVAL : workerDeadline(limitsOf(config).worker) + own}\n`,
    'text/javascript; charset=utf-8',
    { ...PAGE_HEADERS, 'content-security-policy': workerPolicy(registry) },
  );
}

function latestReleases({ seq, shell, remotes }: Registry, list: PageOf['list']): LatestReleases {
  return {
    partList: `/${list.path}`,
    ...(seq !== undefined && { seq }),
    parts: {
      shell: shell.release.version,
      ...Object.fromEntries(
        Object.entries(remotes).map(([name, { release }]) => [name, release.version]),
      ),
    },
  };
}

function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
}

function branded(html: string, name: { readonly ja: string; readonly en: string }): string {
  return html.replace(/\{\{brand\.(ja|en)\}\}/g, (_, locale: 'ja' | 'en') =>
    escapeHtml(name[locale]),
  );
}

/**
 * A regular expression, without regard to case, for the paths of all screens in both languages: the
 * edges answer 404 for any other. nginx reads the same expression.
 */
function screenPattern(rows: readonly string[]): string {
  const paths = rows
    // This screen is what an unknown address shows.
    .filter((path) => path !== '/404')
    .map((path) =>
      path
        .replace(/\/+$/, '')
        .split('/')
        .map((segment) => (segment.startsWith(':') ? '[^/]+' : literal(segment)))
        .join('/'),
    );
  return `^(?:/(?:en|ja))?(?:${[...new Set(paths)].sort().join('|')})/*$`;
}

/** Hyphens and words need no escape; nothing else is in a path of ours but perhaps a dot. */
const literal = (segment: string) => segment.replace(/[^\w-]/g, '\\$&');
