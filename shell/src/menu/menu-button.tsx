import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Icon, RetryBanner } from '@portal/shared-ui';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';
import { AFTER_FIRST_PAGE_MS, whenIdle } from '../page/when-idle.ts';
import type { SideMenuProps } from './side-menu.tsx';

type State = 'closed' | 'fetching' | 'open' | 'failed';

/**
 * The hamburger button. The drawer's code loads when the browser is idle or the button is about to
 * be pressed.
 */
export function MenuButton(): ReactElement {
  const { t } = useLingui();
  const [state, setState] = useState<State>('closed');
  const [Menu, setMenu] = useState<ComponentType<SideMenuProps>>();

  async function fetchMenu(): Promise<void> {
    const [{ SideMenu }] = await Promise.all([
      import(/* webpackChunkName: "side-menu" */ './side-menu.tsx'),
      // Its rows are those of all parts. Without the others it shows those of the page.
      window.portal.readRemotes().catch(() => undefined),
    ]);
    setMenu(() => SideMenu);
  }
  // A failure matters only when the menu is opened, which tries again.
  const prefetch = () => void fetchMenu().catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => whenIdle(prefetch, AFTER_FIRST_PAGE_MS), []);

  async function show(): Promise<void> {
    if (Menu) return setState('open');
    setState('fetching');
    try {
      await fetchMenu();
      setState('open');
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        busy={state === 'fetching'}
        onClick={show}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Icon name="menu" />
      </Button>
      {Menu && <Menu open={state === 'open'} onClose={() => setState('closed')} />}
      {state === 'failed' && (
        <div className={problem}>
          <RetryBanner onRetry={() => void show()}>
            <Trans>The menu could not be loaded. Check your connection.</Trans>
          </RetryBanner>
        </div>
      )}
    </>
  );
}

const problem = css({
  position: 'absolute',
  top: 'full',
  insetInlineEnd: '4',
  mt: '2',
  width: 'min(24rem, calc(100vw - 2rem))',
  zIndex: 'popup',
  boxShadow: 'popup',
});
