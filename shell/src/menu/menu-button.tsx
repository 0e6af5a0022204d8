import { useLingui } from '@lingui/react/macro';
import { Button, Icon } from '@portal/shared-ui';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { whenIdle } from '../frame/when-idle.ts';

export type SideMenuProps = { readonly open: boolean; readonly onClose: () => void };

/** The hamburger. The drawer's code comes when the browser is idle, or is about to be wanted. */
export function MenuButton(): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<SideMenuProps>>();

  async function fetchMenu(): Promise<void> {
    const { SideMenu } = await import(/* webpackChunkName: "side-menu" */ './side-menu.tsx');
    setMenu(() => SideMenu);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => whenIdle(() => void fetchMenu().catch(() => undefined)), []);

  async function show(): Promise<void> {
    setBusy(true);
    try {
      await fetchMenu();
      setOpen(true);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={open}
        busy={busy}
        onClick={show}
        onPointerEnter={() => void fetchMenu().catch(() => undefined)}
      >
        <Icon name="menu" />
      </Button>
      {Menu && <Menu open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
