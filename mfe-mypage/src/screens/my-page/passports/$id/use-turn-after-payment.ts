import type { Passport } from '@portal/kit/contract';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The name of the card in the view transition. */
export const TURNING_CARD = 'passport-card';
/** Half of the turn: until only the card's edge is seen. */
const HALF_MS = 250;

type Turn = {
  /** What the front of the card shows; undefined while its back is seen. */
  readonly face: Passport | undefined;
  /** Whether the card takes part in a view transition. */
  readonly isTurning: boolean;
};

/**
 * Turns the card over once when its payment has arrived. Browsers without view
 * transitions and members who want less motion see the front at once.
 * @param isAfterPayment the member has just bought it
 */
export function useTurnAfterPayment(passport: Passport, isAfterPayment: boolean): Turn {
  const [mayTurn] = useState(() => canTurn(passport.id));
  const isDue = isAfterPayment && mayTurn && isPaid(passport);
  const [face, setFace] = useState(isDue ? undefined : passport);
  const [isUnderWay, setUnderWay] = useState(false);
  const waits = isDue && !(face && isPaid(face));
  useEffect(() => {
    if (!waits) return;
    rememberTurn(passport.id);
    const turn = document.startViewTransition(() =>
      flushSync(() => {
        setFace(passport);
        setUnderWay(true);
      }),
    );
    // A hidden page and a transition that another one interrupts show the end at once.
    void turn.ready.then(animate, () => {});
    void turn.finished.finally(() => setUnderWay(false));
  }, [waits, passport]);
  return { face: waits ? face : passport, isTurning: waits || isUnderWay };
}

const isPaid = ({ payment_status_name }: Passport) => payment_status_name?.code === 'paid';

const turnedKey = (id: string) => `passport-turned:${id}`;

/** A reload of the page after the payment does not turn it again. */
function canTurn(id: string): boolean {
  return (
    'startViewTransition' in document &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches &&
    !hasTurned(id)
  );
}

function hasTurned(id: string): boolean {
  try {
    return sessionStorage.getItem(turnedKey(id)) !== null;
  } catch {
    return false;
  }
}

function rememberTurn(id: string): void {
  try {
    sessionStorage.setItem(turnedKey(id), '1');
  } catch {
    // Storage is full or refused: a reload turns it again.
  }
}

/** Lets the old picture of the card turn away and the new one turn in. */
function animate(): void {
  const turned = (degrees: number) => `perspective(75rem) rotateY(${degrees}deg)`;
  const root = document.documentElement;
  root.animate(
    { transform: [turned(0), turned(90)] },
    {
      duration: HALF_MS,
      fill: 'both',
      easing: 'ease-in',
      pseudoElement: `::view-transition-old(${TURNING_CARD})`,
    },
  );
  root.animate(
    { transform: [turned(-90), turned(0)] },
    {
      duration: HALF_MS,
      delay: HALF_MS,
      fill: 'both',
      easing: 'ease-out',
      pseudoElement: `::view-transition-new(${TURNING_CARD})`,
    },
  );
}
