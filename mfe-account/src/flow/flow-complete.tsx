import { Trans } from '@lingui/react/macro';
import { Banner, Inline, LinkButton, Stack } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** Links shown before the link back to the account. */
  readonly next?: ReactNode;
};

/** The last step of a flow: a success message and links to continue. */
export function FlowComplete({ children, next }: Props): ReactElement {
  return (
    <Stack gap="lg">
      <Banner tone="success">{children}</Banner>
      <Inline>
        {next}
        <LinkButton to="/account" variant={next ? 'outline' : 'solid'}>
          <Trans>To your account</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}
