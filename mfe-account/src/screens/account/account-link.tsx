import { Trans } from '@lingui/react/macro';
import { ExternalLinkButton } from '@portal/shared-ui';
import type { ReactElement } from 'react';

/** Leads to the member's account at another identity provider, where the operator has named its address. */
export function AccountLink(): ReactElement | null {
  const { accountUrl } = window.portal.config.idp;
  return accountUrl === undefined ? null : (
    <ExternalLinkButton href={accountUrl} variant="outline">
      <Trans>Go to your sign-in settings</Trans>
    </ExternalLinkButton>
  );
}
