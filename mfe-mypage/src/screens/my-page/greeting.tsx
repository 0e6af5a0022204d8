import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { authStore, userAtom } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { formatName } from '@portal/shared-i18n';
import { type Deferred, useDeferred, useLocale } from '@portal/shared-routing';
import { LoadProblem, PageHeading, Skeleton, SkeletonGroup } from '@portal/shared-ui';
import { useAtomValue } from 'jotai';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

/** Greets the member by name. If the member could not be loaded, it offers a retry. */
export function Greeting({ member }: { readonly member: Deferred<Result<User>> }): ReactElement {
  const locale = useLocale();
  const answer = useDeferred(member);
  const known = useAtomValue(userAtom, { store: authStore }) ?? (answer.ok ? answer.data : null);
  const name = known ? formatName(known, { polite: true, locale }) : '';

  return (
    <>
      <Panel>
        <div className={headingPlace}>
          <PageHeading>{name ? <Trans>Hello, {name}</Trans> : <Trans>Hello</Trans>}</PageHeading>
        </div>
        {known && (
          <p className={number}>
            <Trans>Member number</Trans> <span className={digits}>{known.member_code}</span>
          </p>
        )}
      </Panel>
      {!known && !answer.ok && (
        <div className={css({ mt: '4' })}>
          <LoadProblem error={answer.error} />
        </div>
      )}
    </>
  );
}

export function GreetingSkeleton(): ReactElement {
  return (
    <Panel>
      <SkeletonGroup>
        {/* The same lines as the heading and the number. */}
        <div className={texts}>
          <div className={headingPlace}>
            <div className={headingLine}>
              <Skeleton shape="fill" width="half" />
            </div>
          </div>
          <div className={numberLine}>
            <Skeleton shape="fill" width="third" />
          </div>
        </div>
      </SkeletonGroup>
    </Panel>
  );
}

function Panel({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className={panel}>
      <Waves />
      <div className={texts}>{children}</div>
    </div>
  );
}

/** Decorative rings in the corner. */
function Waves(): ReactElement {
  return (
    <svg className={waves} viewBox="0 0 200 120" aria-hidden="true" focusable="false">
      {[18, 38, 60, 84, 110, 138].map((radius) => (
        <circle key={radius} cx="170" cy="110" r={radius} />
      ))}
    </svg>
  );
}

const panel = css({
  position: 'relative',
  overflow: 'hidden',
  borderRadius: 'lg',
  background: 'accent.soft',
  px: { base: '5', lg: '8' },
  py: { base: '6', lg: '8' },
});
const texts = css({ position: 'relative', display: 'grid', gap: '2' });
const waves = css({
  position: 'absolute',
  insetInlineEnd: '0',
  bottom: '0',
  height: 'full',
  minHeight: '8rem',
  fill: 'none',
  stroke: 'accent',
  strokeWidth: '1.25',
  opacity: '0.22',
  _forcedColors: { display: 'none' },
});
// On a phone a name takes a second line: the place for it is there before the name has come.
const headingPlace = css({
  textStyle: 'title',
  display: 'grid',
  alignItems: 'center',
  minHeight: { base: '2lh', sm: '1lh' },
});
const headingLine = css({ textStyle: 'title', height: '1lh' });
const numberLine = css({ height: '1lh' });
const number = css({ color: 'ink.muted' });
const digits = css({ fontVariantNumeric: 'tabular-nums', color: 'ink' });
