import {
  type CardOnPage,
  DEFAULT_CARD_ORDER,
  FRAME_PARTS,
  OTHERS_ORDER_MIN,
  type PortalConfig,
  SLOT_CARDS,
  SLOTS,
  type SlotName,
  type SlotsOnPage,
} from '@portal/shared-contract';
import type { RemoteDocument } from '../document.ts';

type Card = NonNullable<NonNullable<RemoteDocument['slots']>[string]>;
type Cards = {
  readonly config: PortalConfig;
  readonly remotes: Readonly<Record<string, { readonly release: Pick<RemoteDocument, 'slots'> }>>;
};

/** The cards of each slot that has one, by the order of their releases and the name of the part. */
export function slotsOnPage(registry: Cards): SlotsOnPage {
  return Object.fromEntries(
    SLOTS.map((slot) => [slot, cardsOf(registry, slot)] as const).filter(
      ([, cards]) => cards.length > 0,
    ),
  );
}

/** A card of a part that is not of the frame stands behind those of the frame. */
const orderOf = ({ part, card: { order = DEFAULT_CARD_ORDER } }: { part: string; card: Card }) =>
  FRAME_PARTS.includes(part) ? order : Math.max(order, OTHERS_ORDER_MIN);

function cardsOf({ config, remotes }: Cards, slot: SlotName): CardOnPage[] {
  const isOtherProvider = config.idp.endpoints !== undefined;
  return Object.keys(remotes)
    .sort()
    .flatMap((part) => {
      const card = remotes[part]?.release.slots?.[slot];
      return card && !(card.ownProvider && isOtherProvider) ? [{ part, card }] : [];
    })
    .sort((a, b) => orderOf(a) - orderOf(b))
    .slice(0, SLOT_CARDS)
    .map(({ part, card: { height, audience } }) => ({
      part,
      height,
      ...(audience && { audience }),
    }));
}
