import type { Audience } from './audience.ts';

/** The places of screens in which other remotes show a card (docs/decisions/0090-menu-and-slots.md). */
export const SLOTS = ['home.tasks', 'home.cards', 'account.overview', 'pass.details'] as const;
export type SlotName = (typeof SLOTS)[number];

/** As many as a screen has room for; those that follow in the order are left out of the page. */
export const SLOT_CARDS = 5;
/** Of a card that names no order. */
export const DEFAULT_CARD_ORDER = 500;
/**
 * How high a card is on a phone, and from where a desktop begins (48 rem): in CSS pixels, at the browser's default size
 * of text.
 */
export type CardHeight = { readonly phone: number; readonly desktop: number };
export const CARD_HEIGHT_MAX = 600;

/** What the page says of a card before its remote has come; the list is in the order of the screen. */
export type CardOnPage = {
  readonly part: string;
  /** What is kept free for it. */
  readonly height: CardHeight;
  readonly audience?: Audience;
};

export type SlotsOnPage = Partial<Readonly<Record<SlotName, readonly CardOnPage[]>>>;
