/**
 * Slots: what stands in the markup of a first view in place of a value. The page's boot script puts a
 * value of an early answer there: `START format:source#path END`, where the source is the address of the
 * call, or empty for an item of a list.
 */

/** Characters for private use, which no text of ours has. */
const START = '\uE000';
const END = '\uE001';
/** Matches the slots of a text: format, source and path. */
export const SLOT =
  /\uE000(?:(date|name|polite|number|badge):)?([^\uE000\uE001#]*)#([\w.]*)\uE001/g;

/** The brand's name, which the composer of the page knows. */
export const BRAND_SLOT = `${START}brand#${END}`;

/** Writes a slot. */
export const slotText = (source: string, path: string, format?: string): string =>
  `${START}${format ? `${format}:` : ''}${source}#${path}${END}`;

/** The `id` in the page of an element whose own is `id`: React's element waits beside it. */
export const FIRST_VIEW_ID = 'first-view-';

/** Stands in a drawn header for the bare path of its page, which the composer knows. */
export const HEADER_PATH = '/-page-';
/** The list of a drawn header that the composer has the items of. */
export const NAVIGATION_LIST = 'navigation';

/** The ids of the header's popovers. */
export const MENU_PANEL = 'menu-panel';
export const BELL_PANEL = 'bell-panel';
/** The id of a popover's title. */
export const panelTitleId = (panel: string): string => `${panel}-title`;
/** A first view has these as React does: React fills the popovers that the page has drawn. */
export const HEADER_IDS: readonly string[] = [MENU_PANEL, BELL_PANEL].flatMap((panel) => [
  panel,
  panelTitleId(panel),
]);

/** The mark in the browser's timeline from which on the header answers a press. */
export const HEADER_LIVE = 'header-live';

/** The highest count that a badge shows, which has room for two digits. */
const MOST_IN_BADGE = 99;
export const badgeText = (count: number): string =>
  count > MOST_IN_BADGE ? `${MOST_IN_BADGE}+` : String(count);
