import { Trans, useLingui } from '@lingui/react/macro';
import { MENU_PANEL } from '@portal/shared-contract/first-view';
import { Button, Icon } from '@portal/shared-ui';
import type { ReactNode } from 'react';
import { PanelHead } from '../panels/panel.tsx';

const CLOSES = { popoverTarget: MENU_PANEL, popoverTargetAction: 'hide' } as const;

/** What is in the menu's panel: its title, the button that closes it, and the menu. */
export function MenuFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      {/* The scrim: a press on the page closes the menu and does nothing else. */}
      <button type="button" tabIndex={-1} aria-hidden="true" {...CLOSES} />
      <div>
        <PanelHead of={MENU_PANEL} title={<Trans>Menu</Trans>}>
          <Button variant="ghost" size="icon" aria-label={t`Close`} {...CLOSES}>
            <Icon name="close" />
          </Button>
        </PanelHead>
        {children}
      </div>
    </>
  );
}
