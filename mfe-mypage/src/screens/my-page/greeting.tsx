import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { memberNameAtom, useSession } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { type Deferred, useDeferred, useLocale } from '@portal/kit/routing';
import { PageHeading, Skeleton, SkeletonGroup } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';

export function Greeting({ member }: { readonly member: Deferred<Result<User>> }): ReactElement {
  const locale = useLocale();
  const answer = useDeferred(member);
  const known = useSession(memberNameAtom) ?? (answer.ok ? answer.data : null);
  const name = known ? formatName(known, { polite: true, locale }) : '';

  return (
    <div className={line}>
      <div className={heading}>
        <PageHeading>{name ? <Trans>Hello, {name}</Trans> : <Trans>Hello</Trans>}</PageHeading>
      </div>
      {known && (
        <p className={number}>
          <Trans>Member number</Trans> <span className={digits}>{known.member_code}</span>
        </p>
      )}
    </div>
  );
}

export function GreetingSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <div className={line}>
        <div className={blank}>
          <Skeleton shape="fill" width="half" />
        </div>
      </div>
    </SkeletonGroup>
  );
}

// A line on a desktop, two on a phone: the place is there before the name has come.
const line = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  alignContent: 'center',
  columnGap: '4',
  minHeight: { base: '3.25rem', md: '2rem' },
});
const heading = css({ flexBasis: { base: 'full', md: 'auto' }, '& h1': { fontSize: 'lg' } });
const blank = css({ width: 'full', height: '1lh' });
const number = css({ textStyle: 'note', color: 'ink.muted', lineHeight: 'tight' });
const digits = css({ fontVariantNumeric: 'tabular-nums', color: 'ink' });
