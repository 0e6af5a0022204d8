import { useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { listNotifications } from '@portal/shared-contract';
import { LocaleLink, useLocation } from '@portal/shared-routing';
import { Icon, VisuallyHidden } from '@portal/shared-ui';
import { type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';
import { whenIdle } from './when-idle.ts';

/** The most that is written out; a badge has room for two digits. */
const MOST_SHOWN = 99;

/** Notification bell: shown by the header on paths with /my-page to who is signed in (spec §2). */
export function Bell(): ReactElement {
  const { t } = useLingui();
  const unread = useUnread();
  const name = unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`;
  return (
    <LocaleLink to="/my-page/notifications" className={link}>
      <Icon name="bell" />
      <VisuallyHidden>{name}</VisuallyHidden>
      {unread > 0 && (
        <span className={badge} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </LocaleLink>
  );
}

/** How many notifications are unread, never below 0; asked anew with each page under /my-page. */
function useUnread(): number {
  const { pathname } = useLocation();
  const [unread, setUnread] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is the occasion to ask
  useEffect(() => {
    const abandon = new AbortController();
    // After the page's own data: the count is an ornament, and it is no answer the page waits for.
    const cancel = whenIdle(async () => {
      const answer = await call(
        listNotifications,
        { query: { page: 1, limit: 1 } },
        { signal: abandon.signal },
      );
      if (answer.ok) setUnread(Math.max(0, answer.data.total_unread));
    });
    return () => {
      cancel();
      abandon.abort();
    };
  }, [pathname]);
  return unread;
}

const link = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: 'target',
  height: 'target',
  borderRadius: 'full',
  color: 'ink',
  _hover: { background: 'sunken' },
});
const badge = css({
  position: 'absolute',
  top: '0.5',
  insetInlineEnd: '0',
  minWidth: '5',
  px: '1',
  borderRadius: 'full',
  background: 'danger',
  color: 'danger.on',
  fontSize: 'sm',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textAlign: 'center',
  _forcedColors: { border: '1px solid CanvasText' },
});
