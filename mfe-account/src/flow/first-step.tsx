import { Trans } from '@lingui/react/macro';
import type { MemberCodeType } from '@portal/shared-contract';
import { Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { allowedUntil, StepUp, type Verified } from '@portal/shared-ui/step-up';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly type: MemberCodeType;
  /** True when a code was accepted recently and is still valid: the member came back with Back. */
  readonly confirmed: boolean;
  /** The next step's path, without the locale prefix. */
  readonly next: string;
  readonly onConfirmed: (until: number, verified: Verified) => void;
  readonly children: ReactNode;
};

/** The step that verifies the member with a code. */
export function FirstStep({ type, confirmed, next, onConfirmed, children }: Props): ReactElement {
  return (
    <Card>
      {confirmed ? (
        <Stack gap="md">
          <Text>
            <Trans>You have confirmed that it is you.</Trans>
          </Text>
          <Inline>
            <LinkButton to={next}>
              <Trans>Continue</Trans>
            </LinkButton>
          </Inline>
        </Stack>
      ) : (
        <StepUp
          type={type}
          onVerified={(verified) => onConfirmed(allowedUntil(verified, Date.now()), verified)}
        >
          {children}
        </StepUp>
      )}
    </Card>
  );
}
