import { Trans } from '@lingui/react/macro';
import { Card } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type GroupProps = {
  /** Also the fragment that leads here: `/account#security`. */
  readonly id: string;
  readonly title: ReactNode;
  /** Rows. */
  readonly children: ReactNode;
};

/** Some of the member's data under one heading. */
export function Group({ id, title, children }: GroupProps): ReactElement {
  return (
    <Card>
      <section id={id} aria-labelledby={`${id}-heading`}>
        <h2 id={`${id}-heading`} className={heading}>
          {title}
        </h2>
        <dl className={list}>{children}</dl>
      </section>
    </Card>
  );
}

type RowProps = {
  readonly label: ReactNode;
  /** Empty (null, undefined, false, '') reads "not set". */
  readonly children: ReactNode;
};

export function Row({ label, children }: RowProps): ReactElement {
  const empty = children === '' || children === false || children == null;
  return (
    <div className={row}>
      <dt className={term}>{label}</dt>
      <dd className={value}>
        {empty ? (
          <span className={notSet}>
            <Trans>Not set</Trans>
          </span>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}

const heading = css({ textStyle: 'subheading' });
const list = css({ mt: '2' });
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' },
  columnGap: '4',
  py: '3',
  borderTop: '1px solid',
  borderColor: 'line',
  _first: { borderTop: 'none' },
  _last: { pb: '0' },
});
const term = css({ textStyle: 'note', color: 'ink.muted', alignSelf: 'baseline' });
const value = css({ alignSelf: 'baseline', m: '0' });
const notSet = css({ color: 'ink.muted' });
