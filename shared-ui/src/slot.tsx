import { userAtom, useSession } from '@portal/shared-auth';
import { belongsTo, type CardHeight, type SlotName } from '@portal/shared-contract';
import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useCallback,
  useState,
  useSyncExternalStore,
} from 'react';
import { slotPlace } from '#styled/recipes/slot-place.js';

/** The browser's default size of text, in CSS pixels. */
const TEXT_SIZE = 16;
const rem = (pixels: number): string => `${pixels / TEXT_SIZE}rem`;

/** A card of a remote. */
export type SlotCard = {
  readonly slot: SlotName;
  /** The remote whose card it is. */
  readonly part: string;
  /** It failed: the place is given up until the screen is opened again. */
  readonly onLost: (part: string) => void;
};

type Draw = (card: SlotCard) => ReactNode;

let drawn: Draw | undefined;
const listeners = new Set<() => void>();

/** Draws all cards from now on. The shell brings this once its first page stands, so that no card is earlier. */
export function drawCardsWith(draw: Draw): void {
  drawn = draw;
  for (const changed of listeners) changed();
}

export type SlotPlaces = {
  /** Where the cards stand that this member sees, each as high as its card will be. */
  readonly places: readonly ReactElement[];
  /** A card failed, so that the places are not all there is. */
  readonly hasLost: boolean;
};

type Around = {
  /** The element around each card. */
  readonly as?: 'div' | 'li';
  readonly className?: string;
};

/** The cards of other remotes in a slot of this screen, for a screen that asks whether there are any. */
export function useSlot(name: SlotName, { as: Place = 'div', className }: Around = {}): SlotPlaces {
  const member = useSession(userAtom);
  const draw = useSyncExternalStore(listen, () => drawn);
  const [lost, setLost] = useState<readonly string[]>([]);
  const onLost = useCallback((part: string) => setLost((parts) => [...parts, part]), []);
  const cards = (window.portal.slots?.[name] ?? []).filter(
    ({ part, audience }) => belongsTo(audience, member) && !lost.includes(part),
  );
  return {
    places: cards.map(({ part, height }) => (
      <Place key={part} className={className}>
        <div className={slotPlace()} style={heightOf(height)}>
          {draw?.({ slot: name, part, onLost })}
        </div>
      </Place>
    )),
    hasLost: lost.length > 0,
  };
}

/**
 * A place of this screen in which other remotes show cards (docs/decisions/0090-menu-and-slots.md): nothing where there are
 * none. A card that fails is gone, and the screen around it stays.
 */
export function Slot({ name, ...around }: { readonly name: SlotName } & Around): ReactElement {
  return <>{useSlot(name, around).places}</>;
}

const heightOf = ({ phone, desktop }: CardHeight) =>
  ({ '--phone': rem(phone), '--desktop': rem(desktop) }) as CSSProperties;

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}
