import { Trans } from '@lingui/react/macro';
import { Banner, Inline, LinkButton, Page, PageHeading, Stack } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import type { ReactNode } from 'react';

type Props = {
  readonly heading: ReactNode;
  /** The names of the flow's steps, if it shows them; this page is the last one. */
  readonly steps?: readonly string[];
  readonly children: ReactNode;
  readonly next?: ReactNode;
};

export function FlowComplete({ heading, steps, children, next }: Props) {
  const message = (
    <Stack gap="lg">
      <Banner tone="success">{children}</Banner>
      <Inline>
        {next}
        <LinkButton wide="onPhone" to="/account" variant={next ? 'outline' : 'solid'}>
          <Trans>Go to your account</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
  if (steps) {
    return (
      <FlowPage heading={heading} steps={steps} current={steps.length - 1}>
        {message}
      </FlowPage>
    );
  }
  return (
    <Page>
      <PageHeading>{heading}</PageHeading>
      {message}
    </Page>
  );
}
