import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { bellNotificationsAtom, loadBell, useSession } from '@portal/shared-auth';
import type { Notification } from '@portal/shared-contract';
import { announce } from '@portal/shared-ui';
import { useEffect } from 'react';
import { keepBellLive } from './live.ts';

/** Loads the bell unless the page's own data has filled it, and keeps it current. */
export function useCurrentBell(): void {
  const known = useSession(bellNotificationsAtom) !== null;
  useEffect(() => {
    if (!known) void loadBell();
  }, [known]);
  useEffect(() => keepBellLive(say), []);
}

const say = ({ title }: Notification) => announce(i18n._(msg`New notification: ${title}`));
