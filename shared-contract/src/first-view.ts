/**
 * Slots: what stands in the markup of a first view in place of a value. The page's boot script puts a
 * value of an early answer there: `START format:source#path END`, where the source is the address of the
 * call, or empty for an item of a list.
 */

/** Characters for private use, which no text of ours has. */
const START = '\uE000';
const END = '\uE001';
/** Matches the slots of a text: format, source and path. */
export const SLOT = /\uE000(?:(date|name|polite|number):)?([^\uE000\uE001#]*)#([\w.]*)\uE001/g;

/** The brand's name, which the composer of the page knows. */
export const BRAND_SLOT = `${START}brand#${END}`;

/** Writes a slot. */
export const slotText = (source: string, path: string, format?: string): string =>
  `${START}${format ? `${format}:` : ''}${source}#${path}${END}`;

/** The `id` in the page of an element whose own is `id`: React's element waits beside it. */
export const FIRST_VIEW_ID = 'first-view-';
