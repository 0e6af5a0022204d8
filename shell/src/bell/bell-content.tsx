import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  bellNotificationsAtom,
  loadBell,
  markAllRead,
  unreadCountAtom,
  useSession,
} from '@portal/shared-auth';
import type { Notification } from '@portal/shared-contract';
import { BELL_PANEL } from '@portal/shared-contract/first-view';
import { errorText } from '@portal/shared-i18n';
import {
  announce,
  Banner,
  Button,
  EmptyState,
  Icon,
  LinkButton,
  NotificationLink,
  RetryBanner,
} from '@portal/shared-ui';
import { Menu } from '@portal/shared-ui/menu';
import { NotificationSummary } from '@portal/shared-ui/notification-summary';
import { useEffect, useState } from 'react';
import { css } from '#css';
import { closePanel, PanelHead, PanelSkeleton } from '../panels/panel.tsx';
import { PanelContent } from '../panels/panel-content.tsx';
import type { ContentProps } from '../panels/use-panel.tsx';
import { keepBellLive } from './live.ts';

/** What the bell does once its code is there: it stays current, and its panel has what is in it. */
export function BellContent({ panel, open }: ContentProps) {
  useCurrentBell();
  useEffect(() => {
    if (open) void loadBell();
  }, [open]);
  return (
    <PanelContent panel={panel}>
      <Notifications open={open} onChoose={() => closePanel(panel)} />
    </PanelContent>
  );
}

type Choosing = { readonly onChoose: () => void };

/**
 * Title, header menu, list and a link to all notifications. All but the list is drawn before the panel opens, since the
 * menu would take most of the time from a press to its frame.
 */
function Notifications({ open, onChoose }: Choosing & { readonly open: boolean }) {
  const { t, i18n } = useLingui();
  const unread = useSession(unreadCountAtom);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!open) setProblem(undefined);
  }, [open]);

  async function markAll(): Promise<void> {
    const answer = await markAllRead();
    if (answer.ok) announce(t`All notifications are marked as read.`);
    else
      setProblem(i18n._(errorText('code' in answer.error ? answer.error.code : answer.error.kind)));
  }

  return (
    <>
      <PanelHead of={BELL_PANEL} title={<Trans>Notifications</Trans>}>
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={t`Notification menu`}>
              <Icon name="more" />
            </Button>
          }
          items={[{ value: 'all', label: t`Mark all as read`, disabled: unread === 0 }]}
          onSelect={() => void markAll()}
        />
      </PanelHead>
      {problem && (
        <div className={words}>
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      {open && <BellList onChoose={onChoose} />}
      <div className={foot}>
        <LinkButton to="/my-page/notifications" variant="outline" wide onClick={onChoose}>
          <Trans>View list</Trans>
        </LinkButton>
      </div>
    </>
  );
}

function BellList({ onChoose }: Choosing) {
  const { i18n } = useLingui();
  const items = useSession(bellNotificationsAtom);
  const [problem, setProblem] = useState<string>();

  async function askAgain(): Promise<void> {
    setProblem(undefined);
    const answer = await loadBell();
    if (!answer.ok)
      setProblem(i18n._(errorText('code' in answer.error ? answer.error.code : answer.error.kind)));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, if the list is not loaded yet
  useEffect(() => {
    if (!items) void askAgain();
  }, []);

  if (!items && problem) {
    return (
      <div className={words}>
        <RetryBanner onRetry={() => void askAgain()}>{problem}</RetryBanner>
      </div>
    );
  }
  if (!items) return <PanelSkeleton />;
  if (items.length === 0) {
    return (
      <EmptyState icon="bell" title={<Trans>There are no notifications yet</Trans>}>
        <Trans>News for members will appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className={list}>
      {items.map((item) => (
        <li key={item.id}>
          <BellItem item={item} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

const words = css({ px: '4', py: '3' });
const list = css({
  // 500 px, or less on a small screen.
  maxHeight: 'min(500px, calc(100dvh - 14rem))',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  divideY: '1px',
  divideColor: 'line',
});
const foot = css({ padding: '3', borderTop: '1px solid token(colors.line)' });

/** Loads the bell unless the page's own data has filled it, and keeps it current. */
function useCurrentBell(): void {
  const known = useSession(bellNotificationsAtom) !== null;
  useEffect(() => {
    if (!known) void loadBell();
  }, [known]);
  useEffect(() => keepBellLive(say), []);
}

const say = ({ title }: Notification) => announce(i18n._(msg`New notification: ${title}`));

type Props = { readonly item: Notification; readonly onChoose: () => void };

/** A notification in the bell's list, as a link. */
function BellItem({ item, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <NotificationLink item={item} className={link} onChoose={onChoose}>
      <NotificationSummary
        item={item}
        mark={
          item.external_link !== undefined && (
            <span className={mark}>
              <Icon name="external" size="sm" label={t`opens in a new tab`} />
            </span>
          )
        }
      />
    </NotificationLink>
  );
}

const link = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '3',
  px: '4',
  py: '3',
  color: 'ink',
  _hover: { background: 'accent.soft' },
  // The scrolling list would clip an outline outside the link.
  _focusVisible: { outlineOffset: '-3px' },
});
const mark = css({ display: 'inline-block', marginInlineStart: '1', verticalAlign: 'middle' });
