import {
  type AudienceFacts,
  belongsTo,
  DEFAULT_MENU_ORDER,
  type Locale,
  type MenuIcon,
  type MenuRow,
  type PackageOnPage,
  type PortalPage,
  type RemoteOnPage,
  sitePagePath,
} from '@portal/shared-contract';

/** A menu entry, by its path without the locale prefix, with its words in the page's language. */
export type MenuLink = {
  readonly kind: 'link';
  readonly to: `/${string}`;
  readonly label: string;
  readonly caption?: string | undefined;
  readonly icon?: MenuIcon | undefined;
};

export type MenuGroup = {
  readonly kind: 'group';
  readonly label: string;
  readonly icon?: MenuIcon | undefined;
  readonly items: readonly MenuLink[];
};

/** A link to another site of the brand. It opens in a new tab. */
export type MenuSite = { readonly kind: 'site'; readonly href: string; readonly label: string };

/** What the menu is made of: the rows of all parts, and the links of the brand. */
export type MenuSource = {
  readonly config: Pick<PortalPage['config'], 'menuLinks' | 'siteLinks'>;
  readonly shell: Pick<PackageOnPage, 'routes'>;
  readonly remotes: Readonly<Record<string, Pick<RemoteOnPage, 'routes' | 'title'>>>;
  readonly switchedOff?: PortalPage['switchedOff'];
};

/** What of a member decides which rows show; undefined until the member is loaded. */
type Viewer = AudienceFacts | undefined;

/** The side menu: the rows of all parts in their order. A group whose part is gone is dissolved. */
export function menuItems(
  page: MenuSource,
  locale: Locale,
  member: Viewer,
): readonly (MenuLink | MenuGroup)[] {
  const items: (MenuLink | (MenuGroup & { items: MenuLink[] }))[] = [];
  for (const row of rowsOf(page, member)) {
    const { group = '', icon, foot } = row.menu;
    if (foot) continue;
    const item = link(row, locale);
    const label = (page.remotes[group] ?? page.switchedOff?.[group])?.title?.[locale];
    const begun = items.find((other) => other.kind === 'group' && other.label === label);
    if (begun?.kind === 'group') begun.items.push(item);
    else if (label === undefined) items.push({ ...item, icon });
    else items.push({ kind: 'group', label, icon, items: [item] });
  }
  return items;
}

/** The menu's footer: rows of parts and links of the brand. */
export function menuFooter(page: MenuSource, locale: Locale): readonly (MenuLink | MenuSite)[] {
  const { siteLinks } = page.config;
  const rows = rowsOf(page, undefined)
    .filter(({ menu, path }) => menu.foot && isThere(path, siteLinks))
    .map((row) => ({ order: row.menu.order, item: link(row, locale) }));
  const sites = (page.config.menuLinks ?? []).map(({ name, url, order }) => ({
    order,
    item: {
      kind: 'site',
      href: typeof url === 'string' ? url : url[locale],
      label: name[locale],
    } as const,
  }));
  return [...rows, ...sites].sort(byOrder).map(({ item }) => item);
}

/** A page of the operator's own has a row whether the operator has written it or not. */
const isThere = (path: string, siteLinks: MenuSource['config']['siteLinks']) =>
  !path.startsWith(sitePagePath('')) || Object.values(siteLinks ?? {}).includes(path);

type Row = { readonly path: `/${string}`; readonly menu: MenuRow };

/** In the order of the menu, without those that this member does not see. */
const rowsOf = ({ shell, remotes }: MenuSource, member: Viewer): readonly Row[] =>
  [
    shell,
    ...Object.keys(remotes)
      .sort()
      .map((name) => remotes[name]),
  ]
    .flatMap((part) => Object.entries(part?.routes ?? {}))
    .flatMap(([path, { menu }]) => (menu ? [{ path: path as `/${string}`, menu }] : []))
    .filter(({ menu: { audience } }) => belongsTo(audience, member))
    .sort((a, b) => byOrder(a.menu, b.menu));

type Ordered = { readonly order?: number | undefined };
const byOrder = (
  { order: a = DEFAULT_MENU_ORDER }: Ordered,
  { order: b = DEFAULT_MENU_ORDER }: Ordered,
) => a - b;

const link = ({ path, menu: { caption, ...label } }: Row, locale: Locale): MenuLink => ({
  kind: 'link',
  to: path,
  label: label[locale],
  caption: caption?.[locale],
});

/** The entry that leads to the current path, or to the nearest one above it. */
export function entryAt(
  items: readonly (MenuLink | MenuGroup | MenuSite)[],
  barePath: string,
): MenuLink | undefined {
  return items
    .flatMap((item) => (item.kind === 'group' ? item.items : item.kind === 'link' ? item : []))
    .filter(({ to }) => barePath === to || barePath.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
}
