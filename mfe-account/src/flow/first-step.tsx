import type { ProofCodeType } from '@portal/shared-contract';
import { Card } from '@portal/shared-ui';
import { Confirmed, Prove } from '@portal/shared-ui/step-up';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly type: ProofCodeType;
  /** True when a proof was given recently and still holds: the member came back with Back. */
  readonly confirmed: boolean;
  /** The next step's path, without the locale prefix. */
  readonly next: string;
  /**
   * Called with the end of the proof, in ms since 1970. `held`: it was given on another screen, so
   * that this step has nothing to ask and is replaced.
   */
  readonly onConfirmed: (until: number, held: boolean) => void;
  /** See `Prove`. */
  readonly withoutMailbox?: ReactNode;
  readonly children: ReactNode;
};

/** The step in which the member proves who they are. */
export function FirstStep(props: Props): ReactElement {
  const { type, confirmed, next, onConfirmed, withoutMailbox, children } = props;
  return (
    <Card>
      {confirmed ? (
        <Confirmed next={next} />
      ) : (
        <Prove type={type} withoutMailbox={withoutMailbox} onProven={onConfirmed}>
          {children}
        </Prove>
      )}
    </Card>
  );
}
