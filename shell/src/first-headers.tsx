import { Trans } from '@lingui/react/macro';
import { MENU_ICONS } from '@portal/shared-contract';
import {
  BELL_PANEL,
  HEADER_PATH,
  MENU_PANEL,
  NAVIGATION_LIST,
} from '@portal/shared-contract/first-view';
import { formatName } from '@portal/shared-i18n';
import { answerSlots, type FirstHeader, itemSlots } from '@portal/shared-routing/first-view';
import { When } from '@portal/shared-routing/first-view/when';
import type { ReactElement, ReactNode } from 'react';
import { BellButton } from './bell/bell-button.tsx';
import { Header, HeaderBar, MemberControls } from './layout/header.tsx';
import { Navigation } from './layout/navigation.tsx';
import { MenuButton } from './menu/menu-button.tsx';
import { MenuFrame } from './menu/menu-frame.tsx';
import { PanelHead, type PanelId, PanelRows, panelAttributes, panelTag } from './panels/panel.tsx';

/** What the home asks for first, beside the member. Where a page does not, the bell has no number yet. */
const NOTIFICATIONS = '/notifications?page=1&limit=10';
const UNREAD = 'total_unread';

/** The headers of first views. The build draws them, as it does the screens (first-views.tsx). */
export const headers: readonly FirstHeader[] = [
  {
    visitor: 'member',
    layout: 'default',
    below: '/my-page',
    draw: () => <MemberHeader bell={<BellCases />} panel={<DrawnBell />} />,
  },
  { visitor: 'member', layout: 'default', draw: () => <MemberHeader /> },
  {
    visitor: 'stranger',
    layout: 'default',
    below: '/terms-of-service',
    draw: () => <Header layout="default" />,
  },
  { visitor: 'stranger', layout: 'default', draw: () => <Header layout="default" /> },
  { visitor: 'stranger', layout: 'empty', draw: () => <Header layout="empty" /> },
];

type MemberHeaderProps = { readonly bell?: ReactElement; readonly panel?: ReactElement };

function MemberHeader({ bell, panel }: MemberHeaderProps) {
  const slots = answerSlots('/userinfo');
  const member = { first_name: slots.text('first_name'), last_name: slots.text('last_name') };
  return (
    <>
      <HeaderBar signedIn compact>
        <Navigation barePath={HEADER_PATH} entries={entries()} />
        <MemberControls
          greeting={formatName(member, { polite: true })}
          bell={bell}
          menu={<MenuButton />}
        />
      </HeaderBar>
      <Panel id={MENU_PANEL}>
        <MenuFrame>
          <PanelRows />
        </MenuFrame>
      </Panel>
      {panel}
    </>
  );
}

/** A sample for each icon: the composer of the page knows the entries. */
const entries = () =>
  [...MENU_ICONS, undefined].map((icon) => {
    const slots = itemSlots({ list: NAVIGATION_LIST, max: 1, test: icon ?? '' });
    const label = slots.text('label');
    const to = `/${slots.text('path')}` as const;
    return { to, ja: label, en: label, ...(icon && { icon }) };
  });

function BellCases() {
  const unread = `${NOTIFICATIONS}#${UNREAD}`;
  return (
    <>
      <When test={unread}>
        <BellButton unread={answerSlots(NOTIFICATIONS).count(UNREAD)} />
      </When>
      <When test={`!${unread}`}>
        <BellButton unread={0} />
      </When>
    </>
  );
}

function DrawnBell() {
  return (
    <Panel id={BELL_PANEL}>
      <PanelHead of={BELL_PANEL} title={<Trans>Notifications</Trans>} />
      <PanelRows />
    </Panel>
  );
}

type PanelProps = { readonly id: PanelId; readonly children: ReactNode };

function Panel({ id, children }: PanelProps) {
  const Tag = panelTag(id);
  return <Tag {...panelAttributes(id)}>{children}</Tag>;
}
