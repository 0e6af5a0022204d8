import { Trans } from '@lingui/react/macro';
import { unreadCountAtom, useSession } from '@portal/shared-auth';
import { BELL_PANEL } from '@portal/shared-contract/first-view';
import { useGo } from '@portal/shared-routing';
import { type ComponentType, useEffect } from 'react';
import { closePanel, PanelHead, PanelSkeleton, panelElement } from '../panels/panel.tsx';
import { type ContentProps, usePanel } from '../panels/use-panel.tsx';
import { BellButton } from './bell-button.tsx';

/** The notification bell and what is in its panel. The header shows it on paths with /my-page to signed-in members. */
export function Bell() {
  const go = useGo();
  const unread = useSession(unreadCountAtom);
  const { content, failed, prefetch } = usePanel(BELL_PANEL, loadBellContent, () => (
    <>
      <PanelHead of={BELL_PANEL} title={<Trans>Notifications</Trans>} />
      <PanelSkeleton />
    </>
  ));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once at each failure
  useEffect(() => {
    if (!failed) return;
    // The panel's code could not be loaded: go to the list, which shows the same and more.
    closePanel(panelElement(BELL_PANEL));
    go('/my-page/notifications');
  }, [failed]);
  return (
    <>
      <BellButton unread={unread} onNear={prefetch} />
      {content}
    </>
  );
}

async function loadBellContent(): Promise<ComponentType<ContentProps>> {
  const { BellContent } = await import(/* webpackChunkName: "bell" */ './bell-content.tsx');
  return BellContent;
}
