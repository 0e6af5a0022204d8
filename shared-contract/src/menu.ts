import type { Audience } from './audience.ts';
import type { LocalizedText } from './locale.ts';

/** The icons that a row of the side menu can have, by their names in shared-ui. */
export const MENU_ICONS = [
  'bell',
  'calendar',
  'card',
  'chat',
  'home',
  'info',
  'mail',
  'picture',
  'settings',
  'ticket',
  'user',
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

/** Where a row stands in the side menu: what its part says, and the operator may change. */
export type MenuPlace = {
  /** Rows stand in this order, 0 to 999; equal ones by the name of the part, then as its routes do. */
  readonly order?: number;
  /** A part, whose name is the caption of an expandable group; the group stands where its first row would. */
  readonly group?: string;
  /** Rows in a group show none; the group shows that of its first row. */
  readonly icon?: MenuIcon;
};

/** Of a row that names no order. */
export const DEFAULT_MENU_ORDER = 500;

/**
 * The parts that are the portal's own. Their rows stand in the navigation and where they like; those of any other part
 * stand behind them, and only the operator's configuration grants more (docs/decisions/0090-menu.md).
 */
export const FRAME_PARTS: readonly string[] = ['shell', 'mypage', 'signup', 'account'];
/** The first place in the order for a row or a card of another part. */
export const OTHERS_ORDER_MIN = 100;

/** A screen's entry in the side menu: its words, its place and who sees it. */
export type MenuRow = LocalizedText &
  MenuPlace & {
    /** Small words behind the others. */
    readonly caption?: LocalizedText;
    readonly audience?: Audience;
    /** Stands below the line, with the links to other sites. */
    readonly foot?: true;
    /** Stands in the navigation that members see on every page too ({@link NavigationEntry}). */
    readonly tab?: true;
  };

/**
 * An entry of the navigation: below the page on a phone, in the header on a desktop. The page carries them, since
 * they are there before the rows of the other parts are read.
 */
export type NavigationEntry = LocalizedText & {
  readonly to: `/${string}`;
  readonly icon?: MenuIcon;
};

/** How many a phone has room for. */
export const NAVIGATION_ENTRIES = 5;

/** What an operator changes of a row. */
export type MenuChange = MenuPlace & Pick<MenuRow, 'tab'> & { readonly hidden?: true };

/** A link of the brand to another site, which opens in a new tab. */
export type MenuLink = {
  readonly name: LocalizedText;
  readonly url: string | LocalizedText;
  readonly order?: number;
};
