import { Trans, useLingui } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Button, Icon, VisuallyHidden } from '@portal/kit/ui';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { css } from '#css';
import { CodeAtTurnstile } from './passports/$id/code-at-turnstile.tsx';
import type { NextPassport } from './passports/$id/turnstile-answer.tsx';
import { useTurnstileCodes } from './passports/$id/use-turnstile-codes.ts';

/** A finger that moves less far has tapped. */
const SWIPE_PX = 48;

type Props = {
  /** Those that open a turnstile, in the order of the home. */
  readonly passports: readonly Passport[];
  /** The id of the one that is shown first. */
  readonly first: string;
  readonly onClose: () => void;
};

export function TurnstileScreen({ passports, first, onClose }: Props) {
  const { t } = useLingui();
  const locale = useLocale();
  const start = passports.findIndex(({ id }) => id === first);
  const [index, setIndex] = useState(Math.max(0, start));
  const last = passports.length - 1;
  // A passport that is given away meanwhile leaves the list.
  const current = Math.min(index, last);
  useWakeLock(true);

  const move = (by: -1 | 1) => setIndex(Math.min(last, Math.max(0, current + by)));
  const shown = passports[current];
  const nameOf = ({ holder }: Passport) => formatName(holder, { locale });
  const next = passports[current + 1];
  return (
    <FullScreenDialog
      label={t`QR code for the gate`}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') move(-1);
        if (key === 'ArrowRight') move(1);
      }}
    >
      <div className={content} {...FIRST_IN_VIEW} {...useSwipe(move)}>
        {passports.map((passport, at) => (
          <PassportAtTurnstile
            key={passport.id}
            passport={passport}
            distance={Math.abs(at - current)}
            next={next && { name: nameOf(next), show: () => move(1) }}
          />
        ))}
      </div>
      <div className={controls}>
        {passports.length > 1 && (
          <>
            {/* The layer covers the page, whose live region is silent meanwhile. */}
            <p role="status">
              <VisuallyHidden>{shown && nameOf(shown)}</VisuallyHidden>
            </p>
            <ul className={people}>
              {passports.map((passport, at) => (
                <li key={passport.id}>
                  <button
                    type="button"
                    className={person}
                    aria-current={at === current || undefined}
                    onClick={() => setIndex(at)}
                  >
                    {nameOf(passport)}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        <Button variant="lift" onClick={onClose}>
          <Icon name="close" />
          <Trans>Close</Trans>
        </Button>
      </div>
    </FullScreenDialog>
  );
}

type AtTurnstileProps = {
  readonly passport: Passport;
  /** How many passports it is away from the one on the screen. */
  readonly distance: number;
  readonly next: NextPassport | undefined;
};

/** One of the passports. The neighbors have their codes already, so that the next one shows at once. */
function PassportAtTurnstile({ passport, distance, next }: AtTurnstileProps) {
  const codes = useTurnstileCodes(passport.id, distance <= 1);
  if (distance > 0) return null;
  return <CodeAtTurnstile passport={passport} codes={codes} next={next} />;
}

/** Handlers that tell a swipe of a finger to the left or to the right. */
function useSwipe(move: (by: -1 | 1) => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      from.current = clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const way = clientX - (from.current ?? clientX);
      from.current = undefined;
      if (Math.abs(way) >= SWIPE_PX) move(way < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}

// A swipe to the side is ours; up and down and with two fingers stay the browser's.
const content = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '4',
  width: 'full',
  touchAction: 'pan-y pinch-zoom',
  userSelect: 'none',
  _focusVisible: { outline: 'none' },
});
const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '3',
} as const;
const controls = css(row);
const people = css({ ...row, gap: '2', listStyle: 'none' });
// The same in both appearances, as the layer is.
const person = css({
  minHeight: 'target',
  px: '4',
  borderRadius: 'full',
  border: '1px solid token(colors.fixed.white)',
  color: 'fixed.white',
  '&[aria-current]': { background: 'fixed.white', color: 'fixed.ink', fontWeight: 'bold' },
});

/** Keeps the screen awake while `wanted`, if the browser and the battery allow it (design §4.3). */
function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let unmounted = false;
    // The browser releases the lock when the page is hidden, so request it again afterwards.
    const acquire = async () => {
      if (document.visibilityState !== 'visible') return;
      const held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (unmounted) await held?.release();
      else lock = held;
    };
    void acquire();
    document.addEventListener('visibilitychange', acquire);
    return () => {
      unmounted = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, [wanted]);
}

type DialogProps = {
  readonly label: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
};

/** What takes the focus when the layer opens: what stands in it, not its buttons. */
const FIRST_IN_VIEW = { tabIndex: -1, 'data-first-in-view': '' } as const;

/** A dark layer over the whole screen, the same in both appearances, on which a code's white pane stands. */
function FullScreenDialog(props: DialogProps) {
  const { label, onClose, onKeyDown, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its clean-up runs while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // Not the button that closes it, above which the code would be out of sight where the page is enlarged.
    element?.querySelector<HTMLElement>('[data-first-in-view]')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={screen}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}

const screen = css({
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  m: '0',
  p: '4',
  border: '0',
  background: 'fixed.ground',
  color: 'fixed.white',
  forcedColorAdjust: 'none',
  '&[open]': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    // With text at 200 % it scrolls from its top.
    justifyContent: 'safe center',
    gap: '6',
  },
});
