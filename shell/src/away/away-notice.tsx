import { Trans } from '@lingui/react/macro';
import { checkSession, keptUntil, loadUser } from '@portal/shared-auth';
import { formatDateTime } from '@portal/shared-i18n';
import { useRevalidator } from '@portal/shared-routing';
import { Text } from '@portal/shared-ui';
import { type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';
import { watchConnection } from './watch-connection.ts';

/**
 * Says that there is no connection, and until when the passes on this device work without one (product
 * §14.160). When the connection is back, the page loads its data anew.
 */
export function AwayNotice(): ReactElement {
  const { revalidate } = useRevalidator();
  const [until, setUntil] = useState<number>();
  useEffect(() => {
    keptUntil().then(setUntil, () => undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for as long as there is no connection
  useEffect(
    () =>
      watchConnection({
        onBack() {
          void checkSession();
          void loadUser();
          void revalidate();
        },
      }),
    [],
  );
  const time = until && formatDateTime(new Date(until), { timeZone: 'Asia/Tokyo' });
  return (
    <div role="status" className={place}>
      <Text tone="muted">
        {time ? (
          <Trans>No connection. Your passports work on this device until {time}.</Trans>
        ) : (
          <Trans>No connection. What you see was saved on this device.</Trans>
        )}
      </Text>
    </div>
  );
}

const place = css({ width: 'full', maxWidth: 'wide', mx: 'auto', px: '4', pt: '4' });
