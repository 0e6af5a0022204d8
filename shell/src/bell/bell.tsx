import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { bellNotificationsAtom, loadBell, unreadCountAtom, useSession } from '@portal/shared-auth';
import type { Notification } from '@portal/shared-contract';
import { useGo } from '@portal/shared-routing';
import { announce, Button, Icon, VisuallyHidden } from '@portal/shared-ui';
import { type ComponentType, type ReactElement, useEffect, useRef, useState } from 'react';
import { css } from '#css';
import { AFTER_FIRST_PAGE_MS, whenIdle } from '../page/when-idle.ts';
import type { BellDropdownProps } from './dropdown.tsx';

/** The highest count shown; the badge has room for two digits. */
const MOST_SHOWN = 99;
const PANEL_ID = 'bell-panel';

/**
 * The notification bell. The header shows it on paths with /my-page to signed-in members.
 */
export function Bell(): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const unread = useSession(unreadCountAtom);
  const [state, setState] = useState<'closed' | 'fetching' | 'open'>('closed');
  const [Dropdown, setDropdown] = useState<ComponentType<BellDropdownProps>>();
  const place = useRef<HTMLDivElement>(null);
  useCurrentBell();

  async function fetchDropdown(): Promise<void> {
    const { BellDropdown } = await import(/* webpackChunkName: "bell" */ './dropdown.tsx');
    setDropdown(() => BellDropdown);
  }
  const prefetch = () => void fetchDropdown().catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => whenIdle(prefetch, AFTER_FIRST_PAGE_MS), []);

  async function press(): Promise<void> {
    if (state === 'open') return setState('closed');
    void loadBell();
    if (Dropdown) return setState('open');
    setState('fetching');
    try {
      await fetchDropdown();
      setState('open');
    } catch {
      // The panel's code could not be loaded: go to the list, which shows the same and more.
      setState('closed');
      go('/my-page/notifications');
    }
  }

  return (
    <div ref={place} className={bell}>
      <Button
        variant="ghost"
        size="icon"
        aria-expanded={state === 'open'}
        aria-controls={state === 'open' ? PANEL_ID : undefined}
        busy={state === 'fetching'}
        onClick={press}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Icon name="bell" />
        <VisuallyHidden>
          {unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
        </VisuallyHidden>
        {unread > 0 && (
          <span className={badge} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </Button>
      {Dropdown && state === 'open' && (
        <Dropdown id={PANEL_ID} place={place} onClose={() => setState('closed')} />
      )}
    </div>
  );
}

/** Loads the bell unless the page's own data has filled it, then keeps it current. */
function useCurrentBell(): void {
  const known = useSession(bellNotificationsAtom) !== null;
  useEffect(() => {
    if (known) return;
    // Wait for the page's own data, which usually includes the count.
    return whenIdle(() => void loadBell(), AFTER_FIRST_PAGE_MS);
  }, [known]);

  useEffect(() => {
    let end: (() => void) | undefined;
    let over = false;
    const cancel = whenIdle(async () => {
      const live = await import(/* webpackChunkName: "bell-live" */ './live.ts').catch(
        () => undefined,
      );
      if (!over) end = live?.keepBellLive(say);
    }, AFTER_FIRST_PAGE_MS);
    return () => {
      over = true;
      cancel();
      end?.();
    };
  }, []);
}

const say = ({ title }: Notification) => announce(i18n._(msg`New notification: ${title}`));

const bell = css({ position: { sm: 'relative' }, flexShrink: '0' });
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
