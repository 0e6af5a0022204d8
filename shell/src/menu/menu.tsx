import { Trans } from '@lingui/react/macro';
import { MENU_PANEL } from '@portal/shared-contract/first-view';
import { RetryBanner } from '@portal/shared-ui';
import type { ComponentType } from 'react';
import { PanelSkeleton } from '../panels/panel.tsx';
import { type ContentProps, usePanel } from '../panels/use-panel.tsx';
import { MenuButton } from './menu-button.tsx';
import { MenuFrame } from './menu-frame.tsx';

/** The menu's button and what is in the menu's panel. */
export function Menu() {
  const { content, prefetch } = usePanel(MENU_PANEL, loadMenu, ({ failed, retry }) => (
    <MenuFrame>
      {failed ? (
        <div data-rows="">
          <RetryBanner onRetry={retry}>
            <Trans>The menu could not be loaded. Check your connection.</Trans>
          </RetryBanner>
        </div>
      ) : (
        <PanelSkeleton />
      )}
    </MenuFrame>
  ));
  return (
    <>
      <MenuButton onNear={prefetch} />
      {content}
    </>
  );
}

async function loadMenu(): Promise<ComponentType<ContentProps>> {
  const [{ SideMenu }] = await Promise.all([
    import(/* webpackChunkName: "side-menu" */ './side-menu.tsx'),
    // Its rows are those of all parts. Without the others it shows those of the page.
    window.portal.readParts().catch(() => undefined),
  ]);
  return SideMenu;
}
