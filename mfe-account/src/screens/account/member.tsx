import { Trans } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Avatar, PageHeading } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** The member's name stands in its place. */
export function AccountHeading() {
  return (
    <div className={heading}>
      <PageHeading>
        <Trans>Your account</Trans>
      </PageHeading>
    </div>
  );
}

type Props = {
  readonly member: Pick<User, 'first_name' | 'last_name' | 'member_code'>;
  readonly avatar?: ReactElement;
};

export function Member({ member, avatar }: Props) {
  const name = formatName(member, { polite: true, locale: useLocale() });
  return (
    <div className={row}>
      {avatar ?? <Avatar name={name} />}
      <div className={words}>
        {name && <p className={nameStyle}>{name}</p>}
        <p className={number}>
          <Trans>Member number</Trans> <span className={digits}>{member.member_code}</span>
        </p>
      </div>
    </div>
  );
}

const heading = css({ srOnly: true });
const row = css({ display: 'flex', alignItems: 'center', gap: '4' });
const words = css({ minWidth: '0' });
const nameStyle = css({ textStyle: 'heading' });
const number = css({ color: 'ink.muted' });
const digits = css({ fontVariantNumeric: 'tabular-nums', color: 'ink' });
