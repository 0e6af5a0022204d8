import { Trans } from '@lingui/react/macro';
import type { MemberCodeType } from '@portal/shared-contract';
import { Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { StepUp, untilOf, type Verified } from '@portal/shared-ui/step-up';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly type: MemberCodeType;
  /** The code was accepted a moment ago and counts still: Back has led here. */
  readonly confirmed: boolean;
  /** The next step's bare path. */
  readonly next: string;
  readonly onConfirmed: (until: number, verified: Verified) => void;
  readonly children: ReactNode;
};

/** The step that asks whether it is really the member. */
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
          onVerified={(verified) => onConfirmed(untilOf(verified, Date.now()), verified)}
        >
          {children}
        </StepUp>
      )}
    </Card>
  );
}
