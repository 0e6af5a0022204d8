import { Trans } from '@lingui/react/macro';
import { LocaleLink } from '@portal/kit/routing';
import { Card, Heading, Icon } from '@portal/kit/ui';
import type { ReactNode } from 'react';
import { css } from '#css';

type GroupProps = {
  /** Also the URL fragment of this group: `/account#security`. */
  readonly id: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
};

export function Group({ id, title, children }: GroupProps) {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-heading`} padding="none">
      <div className={head}>
        <Heading id={`${id}-heading`}>{title}</Heading>
      </div>
      <ul>{children}</ul>
    </Card>
  );
}

type RowProps = {
  readonly to: string;
  readonly label: ReactNode;
  /** The value; if there is none, a text says so. */
  readonly children?: ReactNode;
};

/** A value as a row that leads to where it is changed: label, value, chevron (design §5.1). */
export function DataRow({ to, label, children }: RowProps) {
  const none = children === undefined || children === null || children === '';
  return (
    <li className={rowLine}>
      <LocaleLink to={to} className={row}>
        <span className={labelStyle}>{label}</span>{' '}
        <span className={value} data-none={none || undefined}>
          {none ? <Trans>Not entered</Trans> : children}
        </span>
        <span className={arrow}>
          <Icon name="chevron-right" size="sm" />
        </span>
      </LocaleLink>
    </li>
  );
}

/** The line below each row of a list but the last. */
export const rowLine = css({
  borderBottomWidth: '1px',
  borderColor: 'line',
  _last: { borderBottomWidth: '0' },
});
const head = css({ display: 'flex', alignItems: 'center', minHeight: '12', pt: '1' });
const row = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'minmax(min(7rem, 32%), 1fr) minmax(0, 2.4fr) auto',
    sm: '11rem minmax(0, 1fr) auto',
  },
  alignItems: 'center',
  columnGap: { base: '2', sm: '3' },
  minHeight: { base: '12', lg: '14' },
  py: '1',
  lineHeight: '1.5',
  color: 'ink',
  textDecoration: 'none',
  _hover: { background: 'sunken' },
  // Beside a long label a value has no room for a word.
  '@media (max-width: 22rem)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
});
const labelStyle = css({
  textStyle: 'note',
  color: 'ink.muted',
  '@media (max-width: 22rem)': { gridColumn: '1 / -1' },
  '&:lang(ja)': { wordBreak: 'auto-phrase' },
});
const value = css({
  minWidth: '0',
  whiteSpace: 'pre-line',
  '&[data-none]': { color: 'ink.muted' },
});
const arrow = css({ display: 'inline-flex', color: 'outline' });
