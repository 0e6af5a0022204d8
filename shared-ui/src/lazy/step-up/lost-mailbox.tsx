import { Trans } from '@lingui/react/macro';
import type { SecondStep } from '@portal/shared-contract';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { Button } from '../../button.tsx';
import { Inline, Stack, Text } from '../../layout.tsx';
import { OtherMethods } from './other-methods.tsx';

type Props = {
  /** The other methods of the member. */
  readonly methods: readonly SecondStep[];
  readonly choose: (method: SecondStep) => void;
  /** Whether the member has a passkey, which this browser cannot use. */
  readonly passkeyElsewhere: boolean;
  /** What a member can do who has no other method. */
  readonly children: ReactNode;
};

/** For a member who cannot read the mailbox that the code goes to (product §12.96). */
export function LostMailbox(props: Props): ReactElement {
  const { methods, choose, passkeyElsewhere, children } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Stack gap="md">
      <Inline>
        <Button
          size="sm"
          variant="link"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Trans>I cannot open this mailbox any more</Trans>
        </Button>
      </Inline>
      <div id={id}>
        {open && methods.length > 0 && (
          <Stack gap="sm">
            <Text>
              <Trans>You can show that it is you in another way:</Trans>
            </Text>
            <OtherMethods methods={methods} choose={choose} />
          </Stack>
        )}
        {open && methods.length === 0 && !passkeyElsewhere && children}
        {open && passkeyElsewhere && (
          <Text>
            <Trans>
              Your passkey also shows that it is you. Please open this page in a browser or on a
              device that can use it.
            </Trans>
          </Text>
        )}
      </div>
    </Stack>
  );
}
