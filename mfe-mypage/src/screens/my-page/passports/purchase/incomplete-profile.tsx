import { Trans } from '@lingui/react/macro';
import { Banner, LinkButton } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { useRememberReturnTo } from '../../../../passports/use-remember-return-to.ts';

/** Sends a member without a complete profile to its form; from there they return (product §14.2). */
export function IncompleteProfile(): ReactElement {
  const returnHere = useRememberReturnTo('purchase');
  return (
    <Banner
      tone="info"
      title={<Trans>Please complete your profile first</Trans>}
      action={
        <LinkButton to="/account/edit" onClick={returnHere}>
          <Trans>Complete your profile</Trans>
        </LinkButton>
      }
    >
      <Trans>
        A passport needs your name and date of birth. Once your profile is saved, you come back
        here.
      </Trans>
    </Banner>
  );
}
