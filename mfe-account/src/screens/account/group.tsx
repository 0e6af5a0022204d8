import { Card, DescriptionList, Heading, Inline } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type GroupProps = {
  /** Also the fragment that leads here: `/account#security`. */
  readonly id: string;
  readonly title: ReactNode;
  /** `Description`s. */
  readonly children: ReactNode;
  /** Where it is changed: links. */
  readonly ways: ReactNode;
};

/** Some of the member's data under one heading. */
export function Group({ id, title, children, ways }: GroupProps): ReactElement {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-heading`}>
      <Heading id={`${id}-heading`}>{title}</Heading>
      <div className={list}>
        <DescriptionList>{children}</DescriptionList>
      </div>
      <div className={under}>
        <Inline>{ways}</Inline>
      </div>
    </Card>
  );
}

const list = css({ mt: '2' });
const under = css({ mt: '4' });
