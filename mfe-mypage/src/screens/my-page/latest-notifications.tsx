import { Plural, Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { bellNotificationsAtom, unreadCountAtom, useSession } from '@portal/kit/auth';
import type { Notification } from '@portal/kit/contract';
import { publishedDate } from '@portal/kit/i18n';
import { type Deferred, useDeferred } from '@portal/kit/routing';
import {
  Card,
  LoadProblem,
  type NotificationLinkProps,
  Skeleton,
  SkeletonGroup,
  VisuallyHidden,
} from '@portal/kit/ui';
import type { ComponentType, ReactNode } from 'react';
import { css } from '#css';
import type { NotificationPage } from './data.ts';
import { NoNotifications, NotificationRowLink } from './notifications/list-parts.tsx';

export const SHOWN_NOTIFICATIONS = 5;

const HEADING_ID = 'my-page-notifications';

type Props = { readonly notifications: Deferred<Result<NotificationPage>> };

export function LatestNotifications({ notifications }: Props) {
  const answer = useDeferred(notifications);
  const unread = useSession(unreadCountAtom);
  // The bell keeps this page up to date.
  const live = useSession(bellNotificationsAtom);
  if (!answer.ok) {
    return (
      <NotificationsCard>
        <div className={css({ mt: '4' })}>
          <LoadProblem error={answer.error} headingId={HEADING_ID} />
        </div>
      </NotificationsCard>
    );
  }
  return (
    <NotificationsCard unread={unread}>
      <NewestNotifications items={live ?? answer.data.data} />
    </NotificationsCard>
  );
}

type CardProps = { readonly unread?: number; readonly children: ReactNode };

export function NotificationsCard({ unread = 0, children }: CardProps) {
  return (
    <Card>
      <section aria-labelledby={HEADING_ID}>
        <SectionHead id={HEADING_ID} title={<Trans>Latest notifications</Trans>}>
          {unread > 0 && (
            <p className={unreadTotal}>
              <Plural value={unread} one="# unread" other="# unread" />
            </p>
          )}
        </SectionHead>
        {children}
      </section>
    </Card>
  );
}

type NewestProps = {
  readonly items: readonly Notification[];
  /** What a row's title stands in. */
  readonly link?: ComponentType<NotificationLinkProps>;
};

export function NewestNotifications({ items, link = NotificationRowLink }: NewestProps) {
  if (items.length === 0) return <NoNotifications />;
  return (
    <ul className={list}>
      {items.slice(0, SHOWN_NOTIFICATIONS).map((notification) => (
        <Row key={notification.id} notification={notification} link={link} />
      ))}
    </ul>
  );
}

type RowProps = {
  readonly notification: Notification;
  readonly link: ComponentType<NotificationLinkProps>;
};

function Row({ notification, link: RowLink }: RowProps) {
  const { title, published_date, read } = notification;
  return (
    <li className={row}>
      <span className={dot} data-unread={!read || undefined} aria-hidden="true" />
      <time dateTime={published_date} className={date}>
        {publishedDate(published_date)}
      </time>
      <RowLink item={notification} className={link}>
        <span className={titleStyle} data-unread={!read || undefined}>
          {!read && (
            <VisuallyHidden>
              <Trans>Unread:</Trans>{' '}
            </VisuallyHidden>
          )}
          {title}
        </span>
      </RowLink>
    </li>
  );
}

export function NotificationsSkeleton() {
  return (
    <Card>
      <SkeletonGroup>
        <Skeleton shape="title" />
        <div className={list}>
          {Array.from({ length: SHOWN_NOTIFICATIONS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of equal rows
            <div key={index} className={row}>
              <span className={dot} />
              <Skeleton />
              <span className={skeletonTitle}>
                <Skeleton />
              </span>
            </div>
          ))}
        </div>
      </SkeletonGroup>
    </Card>
  );
}

const unreadTotal = css({ textStyle: 'note', color: 'ink.muted' });
const list = css({ mt: '2', divideY: '1px', divideColor: 'line' });
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: 'auto minmax(0, 1fr)', sm: 'auto 6.5rem minmax(0, 1fr)' },
  columnGap: '3',
  alignItems: 'baseline',
  py: { base: '2', sm: '3' },
});
const dot = css({
  alignSelf: 'center',
  boxSize: '2',
  borderRadius: 'full',
  '&[data-unread]': { background: 'danger', _forcedColors: { background: 'Highlight' } },
});
const date = css({
  fontSize: 'sm',
  color: 'ink.muted',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});
const link = css({
  gridColumn: { base: '2', sm: 'auto' },
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'target',
  color: 'ink',
  _hover: { textDecoration: 'underline' },
});
const titleStyle = css({
  lineHeight: 'tight',
  color: 'ink.muted',
  '&[data-unread]': { color: 'ink', fontWeight: 'bold' },
});
const skeletonTitle = css({ gridColumn: { base: '2', sm: 'auto' } });

type SectionHeadProps = {
  /** Names the section, and takes the focus when its content is asked for again (LoadProblem). */
  readonly id: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
};

function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <div className={head}>
      <h2 id={id} tabIndex={-1} className={heading}>
        {title}
      </h2>
      {children}
    </div>
  );
}

const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  minHeight: '8',
});
const heading = css({ textStyle: 'heading', _focusVisible: { outline: 'none' } });
