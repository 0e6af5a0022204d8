import { Trans } from '@lingui/react/macro';
import { Banner, Inline, LinkButton, Stack } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** Ways on that come before the way back to the account. */
  readonly next?: ReactNode;
};

/** The last step: what has been done, and the ways on. */
export function Done({ children, next }: Props): ReactElement {
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
