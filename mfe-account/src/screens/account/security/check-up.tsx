import { Trans } from '@lingui/react/macro';
import type { SignInMethods, User } from '@portal/shared-contract';
import { LocaleLink } from '@portal/shared-routing';
import { Icon } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type Props = { readonly member: User; readonly methods: SignInMethods };

/** Says in one line what is missing most, and leads to it; or that nothing is. */
export function CheckUp({ member, methods: { passkeys, second_step } }: Props): ReactElement {
  if (!member.email_verified) {
    return (
      <Missing to="/verify-user">
        <Trans>Confirm your e-mail address, so that important notices reach you.</Trans>
      </Missing>
    );
  }
  if (passkeys === 0) {
    return (
      <Missing to="/account/mfa-settings#passkeys">
        <Trans>Add a passkey: you then sign in with your face or fingerprint.</Trans>
      </Missing>
    );
  }
  if (second_step.enabled && second_step.recovery_codes_left === 0) {
    return (
      <Missing to="/account/mfa-settings#recovery-codes">
        <Trans>Create recovery codes, in case you lose your phone.</Trans>
      </Missing>
    );
  }
  return (
    <p className={line} data-done="">
      <Icon name="success" />
      <span>
        <Trans>Your account is well protected.</Trans>
      </span>
    </p>
  );
}

function Missing({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <LocaleLink to={to} className={line}>
      <Icon name="shield" />
      <span className={words}>{children}</span>
      <Icon name="chevron-right" size="sm" />
    </LocaleLink>
  );
}

const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '14',
  px: '4',
  py: '3',
  borderRadius: 'lg',
  background: 'accent.soft',
  color: 'ink',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textDecoration: 'none',
  '&[data-done]': { background: 'success.soft', color: 'success' },
  _forcedColors: { border: '1px solid' },
});
const words = css({ flex: '1', minWidth: '0' });
