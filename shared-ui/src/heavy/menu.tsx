import { Menu as ArkMenu } from '@ark-ui/react/menu';
import { Portal } from '@ark-ui/react/portal';
import type { ReactElement, ReactNode } from 'react';
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
};

/** A short list of things to do, at its button. */
export function Menu({ trigger, items, onSelect, onOpenChange }: MenuProps): ReactElement {
  const styles = menu();
  return (
    <ArkMenu.Root
      onSelect={({ value }) => onSelect(value)}
      onOpenChange={({ open }) => onOpenChange?.(open)}
      // Spec §9: popper offset 6.
      positioning={{ placement: 'bottom-end', offset: { mainAxis: 6 } }}
      lazyMount
      unmountOnExit
    >
      <ArkMenu.Trigger asChild>{trigger}</ArkMenu.Trigger>
      <Portal>
        <ArkMenu.Positioner className={styles.place}>
          <ArkMenu.Content className={styles.content}>
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
