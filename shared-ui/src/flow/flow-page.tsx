import type { ReactElement, ReactNode } from 'react';
import { Page, PageHeading, type PageProps, Stack } from '../layout.tsx';
import { Steps } from '../steps.tsx';

type Props = {
  readonly heading: ReactNode;
  /** The names of the steps; none on a page after the last of them. */
  readonly steps: readonly string[];
  /** The index of the current step, from 0. */
  readonly current: number;
  /** Several steps share one address, so the heading names the page. */
  readonly namesPage?: boolean;
  readonly width?: PageProps['width'];
  readonly children: ReactNode;
};

export function FlowPage({
  heading,
  steps,
  current,
  namesPage = false,
  width = 'form',
  children,
}: Props): ReactElement {
  return (
    <Page width={width}>
      <PageHeading namesPage={namesPage}>{heading}</PageHeading>
      <Stack gap="lg">
        {steps.length > 0 && <Steps names={steps} current={current} />}
        {children}
      </Stack>
    </Page>
  );
}
