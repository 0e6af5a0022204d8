import { Trans } from '@lingui/react/macro';
import type { SignInMethods, User } from '@portal/kit/contract';
import { LocaleLink } from '@portal/kit/routing';
import { Icon } from '@portal/kit/ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type Props = { readonly member: User; readonly methods: SignInMethods };

export const PASSKEYS = '/account/mfa-settings#passkeys';
export const RECOVERY_CODES = '/account/mfa-settings#recovery-codes';

/** Where that is added which is missing most; undefined where nothing is. */
export function placeOfMissing({ member, methods: { passkeys, second_step } }: Props) {
  if (!member.email_verified) return '/verify-user';
  if (passkeys === 0) return PASSKEYS;
  if (second_step.enabled && second_step.recovery_codes_left === 0) return RECOVERY_CODES;
  return undefined;
}

/** Says in one line what is missing most, and leads to it; or that nothing is. */
export function CheckUp(props: Props): ReactElement {
  switch (placeOfMissing(props)) {
    case '/verify-user':
      return (
        <Missing to="/verify-user">
          <Trans>Confirm your email address, so that important notices reach you.</Trans>
        </Missing>
      );
    case PASSKEYS:
      return (
        <Missing to={PASSKEYS}>
          <Trans>Add a passkey: you then sign in with your face or fingerprint.</Trans>
        </Missing>
      );
    case RECOVERY_CODES:
      return (
        <Missing to={RECOVERY_CODES}>
          <Trans>Create recovery codes, in case you lose your phone.</Trans>
        </Missing>
      );
    case undefined:
      return <AllDone />;
  }
}

function AllDone(): ReactElement {
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
