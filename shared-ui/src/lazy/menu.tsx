import { Menu as ArkMenu, type UseMenuReturn, useMenu } from '@ark-ui/react/menu';
import {
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { menu } from '#styled/recipes/menu.js';

export type MenuItem = {
  readonly value: string;
  readonly label: ReactNode;
  readonly disabled?: boolean;
};

export type MenuProps = {
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly onSelect: (value: string) => void;
};

/** The delay before a hovered menu shows and hides. */
const HOVER_DELAY_MS = 300;

/** A menu drawn beside its button, so that no popover covers it. It opens on hover too, and closes after it. */
export function Menu({ trigger, items, onSelect }: MenuProps) {
  const styles = menu();
  const own = useMenu({
    onSelect: ({ value }) => onSelect(value),
    // The distance between popup and trigger.
    positioning: { placement: 'bottom-end', offset: { mainAxis: 6 } },
  });
  const resting = useHover(own.api);
  return (
    <ArkMenu.RootProvider value={own} lazyMount unmountOnExit>
      <ArkMenu.Trigger asChild {...resting.trigger}>
        {trigger}
      </ArkMenu.Trigger>
      <ArkMenu.Positioner className={styles.place}>
        <ArkMenu.Content className={styles.content} {...resting.content}>
          {items.map(({ value, label, disabled = false }) => (
            <ArkMenu.Item key={value} value={value} disabled={disabled} className={styles.item}>
              {label}
            </ArkMenu.Item>
          ))}
        </ArkMenu.Content>
      </ArkMenu.Positioner>
    </ArkMenu.RootProvider>
  );
}

/** Opens the menu on hover and closes it after the mouse has left, with time to move from button to list. */
function useHover({ open, setOpen }: Pick<UseMenuReturn['api'], 'open' | 'setOpen'>) {
  const timer = useRef<number>(undefined);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  // A ref, so that the timer sees the current state when it fires.
  const isOpen = useRef(open);
  isOpen.current = open;
  useEffect(() => () => clearTimeout(timer.current), []);

  const after = (wanted: boolean) => (event: PointerEvent) => {
    clearTimeout(timer.current);
    if (event.pointerType !== 'mouse') return;
    timer.current = window.setTimeout(() => {
      if (isOpen.current === wanted) return;
      if (wanted) openedAt.current = performance.now();
      setOpen(wanted);
    }, HOVER_DELAY_MS);
  };
  const leave = after(false);
  return {
    trigger: {
      onPointerEnter: after(true),
      onPointerLeave: leave,
      onClickCapture(event: MouseEvent) {
        clearTimeout(timer.current);
        // A click right after the menu opened by hover was meant to open it, so it must not close it.
        const openedByItself = performance.now() - openedAt.current < HOVER_DELAY_MS;
        if (isOpen.current && openedByItself) event.preventDefault();
      },
    },
    content: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: leave },
  };
}
