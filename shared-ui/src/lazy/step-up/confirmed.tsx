import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { LinkButton } from '../../button.tsx';
import { Inline, Stack, Text } from '../../layout.tsx';

/**
 * A step that has nothing left to ask: the member came back to it after the step-up.
 * @param next the next step's path, without the locale prefix
 */
export function Confirmed({ next }: { readonly next: string }): ReactElement {
  return (
    <Stack gap="md">
      <Text>
        <Trans>You have confirmed that it is you.</Trans>
      </Text>
      <Inline>
        <LinkButton wide="onPhone" to={next}>
          <Trans>Continue</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}
