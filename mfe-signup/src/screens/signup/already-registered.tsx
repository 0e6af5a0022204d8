import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { css } from '#css';
import { SignInButton } from '../../flow/sign-in-button.tsx';

/** Offers to sign in to a visitor who already has an account. */
export function AlreadyRegistered(): ReactElement {
  return (
    <p className={row}>
      <span>
        <Trans>Already have an account?</Trans>
      </span>
      <SignInButton variant="outline" />
    </p>
  );
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  pt: '5',
  borderTopWidth: '1px',
  borderColor: 'line',
});
