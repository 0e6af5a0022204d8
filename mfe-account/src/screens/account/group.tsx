import { LocaleLink } from '@portal/shared-routing';
import { Card, DescriptionList, Heading, Icon } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';
import { rowLine, tappableRow } from './row-styles.ts';

type GroupProps = {
  /** Also the URL fragment of this group: `/account#security`. */
  readonly id: string;
  readonly title: ReactNode;
  /** `Description`s. */
  readonly children: ReactNode;
  /** `Way`s to the screens where the data is changed. */
  readonly links: ReactNode;
};

/** A group of the member's data under one heading. */
export function Group({ id, title, children, links }: GroupProps): ReactElement {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-heading`}>
      <Heading id={`${id}-heading`}>{title}</Heading>
      <div className={list}>
        <DescriptionList>{children}</DescriptionList>
      </div>
      <ul className={ways}>{links}</ul>
    </Card>
  );
}

type WayProps = { readonly to: string; readonly children: ReactNode };

/** A row that leads to the screen where something is changed (design §5.1). */
export function Way({ to, children }: WayProps): ReactElement {
  return (
    <li className={rowLine}>
      <LocaleLink to={to} className={`${tappableRow} ${row}`}>
        <span>{children}</span>
        <Icon name="chevron-right" />
      </LocaleLink>
    </li>
  );
}

const list = css({ mt: '2' });
const ways = css({ mt: '2', borderTopWidth: '1px', borderColor: 'line' });
const row = css({
  py: '2',
  color: 'accent',
  fontWeight: 'medium',
  textUnderlineOffset: '0.2em',
  _hover: { textDecoration: 'underline' },
});
