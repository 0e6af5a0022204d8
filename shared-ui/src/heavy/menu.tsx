import { Menu as ArkMenu } from '@ark-ui/react/menu';
import { Portal } from '@ark-ui/react/portal';
import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { menu } from '#styled/recipes/menu.js';

export type MenuItem = {
  readonly value: string;
  readonly label: ReactNode;
  readonly disabled?: boolean;
};

export type MenuProps = {
  /** The button that opens it: a Button with its own words. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly onSelect: (value: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  /** Opens under a resting mouse too, and closes when that leaves. */
  readonly hover?: boolean;
};

/** Spec §9: menu hover, show and hide. */
const HOVER_DELAY_MS = 300;

/** A short list of things to do, at its button. */
export function Menu({ trigger, items, onSelect, onOpenChange, hover }: MenuProps): ReactElement {
  const styles = menu();
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    if (next === open) return;
    setOpen(next);
    onOpenChange?.(next);
  };
  const resting = useHover(change);
  return (
    <ArkMenu.Root
      open={open}
      onSelect={({ value }) => onSelect(value)}
      onOpenChange={({ open: next }) => {
        // Who clicks in the moment that it opens by itself wanted it open.
        if (next || !resting.justOpened()) change(next);
      }}
      // Spec §9: popper offset 6.
      positioning={{ placement: 'bottom-end', offset: { mainAxis: 6 } }}
      lazyMount
      unmountOnExit
    >
      <ArkMenu.Trigger asChild {...(hover && resting.handlers)}>
        {trigger}
      </ArkMenu.Trigger>
      <Portal>
        <ArkMenu.Positioner className={styles.place}>
          <ArkMenu.Content className={styles.content} {...(hover && resting.handlers)}>
            {items.map(({ value, label, disabled = false }) => (
              <ArkMenu.Item key={value} value={value} disabled={disabled} className={styles.item}>
                {label}
              </ArkMenu.Item>
            ))}
          </ArkMenu.Content>
        </ArkMenu.Positioner>
      </Portal>
    </ArkMenu.Root>
  );
}

/** A mouse that rests opens, one that has left closes; between button and list there is time to cross. */
function useHover(change: (open: boolean) => void) {
  const timer = useRef<number>(undefined);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (open: boolean) => (event: PointerEvent) => {
    clearTimeout(timer.current);
    if (event.pointerType !== 'mouse') return;
    timer.current = window.setTimeout(() => {
      if (open) openedAt.current = performance.now();
      change(open);
    }, HOVER_DELAY_MS);
  };
  return {
    handlers: { onPointerEnter: after(true), onPointerLeave: after(false) },
    justOpened: () => performance.now() - openedAt.current < HOVER_DELAY_MS,
  };
}
