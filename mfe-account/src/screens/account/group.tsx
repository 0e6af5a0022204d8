import { Card, DescriptionList, Heading, Inline } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type GroupProps = {
  /** Also the URL fragment of this group: `/account#security`. */
  readonly id: string;
  readonly title: ReactNode;
  /** `Description`s. */
  readonly children: ReactNode;
  /** Links to the screens where the data is changed. */
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
      <div className={under}>
        <Inline>{links}</Inline>
      </div>
    </Card>
  );
}

const list = css({ mt: '2' });
const under = css({ mt: '4' });
