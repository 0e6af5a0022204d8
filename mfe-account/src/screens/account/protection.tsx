import { Trans } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { LocaleLink } from '@portal/kit/routing';
import { Icon, Skeleton } from '@portal/kit/ui';
import { css } from '#css';

type Props = { readonly member: Pick<User, 'email_verified' | 'phone' | 'mfa_enabled'> };

/** How far the account is protected, what is missing first, and the way to it. It is always as high as its placeholder. */
export function Protection({ member }: Props) {
  const { email_verified, phone, mfa_enabled } = member;
  const steps = [
    {
      to: '/verify-user',
      done: email_verified,
      words: <Trans>Email address confirmed</Trans>,
      missing: <Trans>Confirm your email address to protect your account</Trans>,
    },
    {
      to: '/account/edit/phone',
      done: phone !== null,
      words: <Trans>Phone number added</Trans>,
      missing: <Trans>Add a phone number to protect your account</Trans>,
    },
    {
      to: '/account/mfa-settings#second-step',
      done: mfa_enabled,
      words: <Trans>Two-step verification on</Trans>,
      missing: <Trans>Two-step verification completes your protection</Trans>,
    },
  ] as const;
  const first = steps.find(({ done }) => !done);
  const count = steps.filter(({ done }) => done).length;
  const all = steps.length;
  return (
    <section data-aside="" className={card}>
      <LocaleLink to={first?.to ?? '/account/security#ways'} className={link}>
        <span className={ring} data-done={first ? undefined : ''}>
          <Trans>
            {count} of {all}
          </Trans>
        </span>
        <span className={title}>
          {first ? first.missing : <Trans>Your account is well protected.</Trans>}
        </span>
        <Icon name="chevron-right" size="sm" />
      </LocaleLink>
      <ul className={list}>
        {steps
          .filter((step) => step !== first)
          .map(({ to, done, words, missing }) => (
            <li key={to} className={item} data-done={done || undefined}>
              <Icon name={done ? 'success' : 'shield'} size="sm" />
              <span>{done ? words : missing}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

export function ProtectionSkeleton() {
  return (
    <section data-aside="" className={card}>
      <Skeleton shape="fill" />
    </section>
  );
}

const card = css({
  display: 'grid',
  minHeight: '5.5rem',
  borderRadius: 'lg',
  background: 'accent.soft',
});
const link = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '5.5rem',
  px: '4',
  borderRadius: 'lg',
  color: 'ink',
  lineHeight: 'tight',
  textDecoration: 'none',
});
const title = css({ flex: '1', minWidth: '0', fontWeight: 'bold', wordBreak: 'auto-phrase' });
const ring = css({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '12',
  height: '12',
  borderRadius: 'full',
  border: '3px solid token(colors.accent)',
  color: 'accent',
  textStyle: 'note',
  fontWeight: 'bold',
  whiteSpace: 'nowrap',
  '&[data-done]': { borderColor: 'success', color: 'success' },
});
/** The whole list has room beside the groups of a wide screen alone. */
const list = css({
  display: 'none',
  '@media (min-width: 80rem)': { display: 'grid' },
  gap: '3',
  px: '4',
  pb: '4',
});
const item = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  textStyle: 'note',
  color: 'ink.muted',
  '&[data-done]': { color: 'success' },
});
