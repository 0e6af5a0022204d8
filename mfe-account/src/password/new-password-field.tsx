import { Trans, useLingui } from '@lingui/react/macro';
import { PasswordField } from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { type Strength, strengthOf } from './strength.ts';

type Props = { readonly error: string | undefined; readonly onEdit: () => void };

/** A new password with its rules and a hint of its strength. */
export function NewPasswordField({ error, onEdit }: Props): ReactElement {
  const { t } = useLingui();
  const [strength, setStrength] = useState<Strength>();
  return (
    <PasswordField
      name="password"
      label={t`New password`}
      hint={t`8 to 128 characters of any kind. A few words that only you would put together are easy to remember and hard to guess.`}
      autoComplete="new-password"
      required
      error={error}
      onChange={({ target }) => {
        setStrength(target.value ? strengthOf(target.value) : undefined);
        onEdit();
      }}
      strength={strength && <StrengthHint strength={strength} />}
    />
  );
}

function StrengthHint({ strength }: { readonly strength: Strength }): ReactElement {
  return (
    <p className={hint}>
      <span aria-hidden="true" className={bar} data-strength={strength} />
      <span>
        {strength === 'too_short' && <Trans context="password strength">Still too short</Trans>}
        {strength === 'weak' && <Trans context="password strength">Easy to guess</Trans>}
        {strength === 'fair' && <Trans context="password strength">Good</Trans>}
        {strength === 'strong' && <Trans context="password strength">Very good</Trans>}
      </span>
    </p>
  );
}

const hint = css({ display: 'flex', alignItems: 'center', gap: '3', mt: '2', color: 'ink.muted' });
const bar = css({
  flex: 'none',
  width: '6rem',
  height: '1.5',
  rounded: 'full',
  bg: 'line',
  _before: {
    content: '""',
    display: 'block',
    height: 'full',
    rounded: 'full',
    width: '25%',
    bg: 'ink.muted',
  },
  '&[data-strength=weak]::before': { width: '40%', bg: 'warning' },
  '&[data-strength=fair]::before': { width: '75%', bg: 'accent' },
  '&[data-strength=strong]::before': { width: 'full', bg: 'success' },
});
