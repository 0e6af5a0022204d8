import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@portal/kit/ui';
import { InstallSteps, useInstallWay } from '@portal/kit/ui/install';
import { useState } from 'react';
import { SettingRow } from '../setting-row.tsx';

/** Whether the browser has promised to keep what is stored; undefined where nothing is, or it cannot say. */
export async function readStorage(): Promise<boolean | undefined> {
  if (!navigator.serviceWorker || window.portal.config.worker === false) return undefined;
  return navigator.storage?.persisted?.();
}

/** Whether the browser has promised to keep what the portal stores; `refused` after it was asked. */
type Promised = 'yes' | 'no' | 'refused';

/** Whether the kept passports stay on this device. Only a press asks the browser, since some ask the member. */
export function StorageRow({ isPersistent }: { readonly isPersistent: boolean }) {
  const [promised, setPromised] = useState<Promised>(isPersistent ? 'yes' : 'no');
  const ask = async () => setPromised((await navigator.storage.persist()) ? 'yes' : 'refused');
  return (
    <SettingRow
      id="storage"
      label={<Trans>Passports without a connection</Trans>}
      value={
        promised === 'yes' ? (
          <Trans context="storage">Kept on this device</Trans>
        ) : (
          <Trans context="storage">Kept while there is room</Trans>
        )
      }
    >
      <Stack gap="md">
        <Text>
          <Trans>
            The passports of today and tomorrow are kept on this device and open without a
            connection.
          </Trans>
        </Text>
        <div aria-live="polite">
          <Text>
            {promised === 'yes' && <Trans>The browser does not remove them by itself.</Trans>}
            {promised === 'no' && (
              <Trans>
                The browser may remove them after days without a visit. The next visit with a
                connection brings them back.
              </Trans>
            )}
            {promised === 'refused' && (
              <Trans>
                The browser does not promise it now. An installed app usually gets it. A visit with
                a connection brings them back.
              </Trans>
            )}
          </Text>
        </div>
        {promised === 'no' && (
          <div>
            <Button wide="onPhone" variant="outline" onClick={() => void ask()}>
              <Trans>Ask the browser to keep them</Trans>
            </Button>
          </div>
        )}
        {promised !== 'yes' && <OnTheHomeScreen />}
      </Stack>
    </SettingRow>
  );
}

function OnTheHomeScreen() {
  if (useInstallWay()?.by !== 'share') return null;
  return (
    <Stack gap="sm">
      <Text>
        <Trans>On the home screen they stay, even after days without a visit:</Trans>
      </Text>
      <InstallSteps />
    </Stack>
  );
}
