import { Trans } from '@lingui/react/macro';
import { ExternalLinkButton } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { SettingRow } from '../setting-row.tsx';

/** Leads to another identity provider, where password and second steps are set. */
export function SecurityRow(): ReactElement | null {
  const { accountUrl } = window.portal.config.idp;
  return accountUrl === undefined ? null : (
    <SettingRow id="security" label={<Trans>Sign-in and security</Trans>} value={null} opened>
      <ExternalLinkButton href={accountUrl} variant="outline">
        <Trans>Go to your sign-in settings</Trans>
      </ExternalLinkButton>
    </SettingRow>
  );
}
