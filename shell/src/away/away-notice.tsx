import { Trans } from '@lingui/react/macro';
import { checkSession, keptUntil, loadUser } from '@portal/shared-auth';
import { formatDateTime } from '@portal/shared-i18n';
import { useRevalidator } from '@portal/shared-routing';
import { Text } from '@portal/shared-ui';
import { InstallSteps, useInstallWay } from '@portal/shared-ui/install';
import { useEffect, useState } from 'react';
import { css } from '#css';
import { watchConnection } from './watch-connection.ts';

/** Says that there is no connection, and until when passes work without; loads anew when it is back. */
export function AwayNotice() {
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
      {until !== undefined && <ForLonger />}
    </div>
  );
}

/** Safari removes what a page has kept after seven days without a visit, but not what an installed app has. */
function ForLonger() {
  if (useInstallWay()?.by !== 'share') return null;
  return (
    <details>
      <summary className={summary}>
        <Trans>Keep them on this device for longer</Trans>
      </summary>
      <InstallSteps />
    </details>
  );
}

const summary = css({ minHeight: 'target', py: '2', textDecoration: 'underline' });
const place = css({ width: 'full', maxWidth: 'wide', mx: 'auto', px: '4', pt: '4' });
