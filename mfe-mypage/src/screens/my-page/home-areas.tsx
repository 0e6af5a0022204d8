import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { memberNameAtom, useSession } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { type Deferred, useDeferred, useLocale } from '@portal/kit/routing';
import { Page, PageHeading, Skeleton, SkeletonGroup } from '@portal/kit/ui';
import type { ReactNode } from 'react';
import { css } from '#css';

type HomeAreasProps = {
  readonly greeting: ReactNode;
  readonly passports: ReactNode;
  /** `BelowAreas`, or what stands in for them. */
  readonly below: ReactNode;
};

/** Where the parts of the home stand, by name. The screen and its first view share it. */
export function HomeAreas({ greeting, passports, below }: HomeAreasProps) {
  return (
    <Page width="wide">
      <div className={areas}>
        <div className={greetingArea} data-area="greeting">
          {greeting}
        </div>
        <div className={passportsArea} data-area="passports">
          {passports}
        </div>
        {below}
      </div>
    </Page>
  );
}

type BelowAreasProps = { readonly pendingTasks: ReactNode; readonly notifications: ReactNode };

export function BelowAreas(props: BelowAreasProps) {
  const { pendingTasks, notifications } = props;
  return (
    <>
      <div className={pendingTasksArea} data-area="tasks">
        {pendingTasks}
      </div>
      <div className={notificationsArea} data-area="notifications">
        {notifications}
      </div>
    </>
  );
}

const areas = css({
  display: 'grid',
  columnGap: '16',
  rowGap: { base: '6', lg: '8' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
  mt: { base: '-6', md: '-10', lg: '-7' },
});
// On a phone it lies on the strip of the header, which the art goes on (shared-brand/src/look/style.ts).
const greetingArea = css({
  gridColumn: { lg: '1 / -1' },
  mx: { base: '-5', lg: '0' },
  px: { base: '5', lg: '0' },
  py: { base: '3', lg: '0' },
  mb: { base: '-6', lg: '-5' },
});
const passportsArea = css({ gridColumn: { lg: '1 / -1' }, minWidth: '0' });
// Without a connection there is nothing to do, and the notifications take the width.
const pendingTasksArea = css({ _empty: { display: 'none' } });
const notificationsArea = css({ 'div:empty ~ &': { gridColumn: { lg: '1 / -1' } } });

export function Greeting({ member }: { readonly member: Deferred<Result<User>> }) {
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

export function GreetingSkeleton() {
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
