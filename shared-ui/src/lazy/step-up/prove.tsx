import { Trans } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { confirmAct, forgetConfirmedAct } from '@portal/shared-auth';
import { type Act, getStepUp, STEP_UP_MS } from '@portal/shared-contract';
import { useNavigationType } from '@portal/shared-routing';
import { type ReactNode, useEffect, useState } from 'react';
import { LinkButton } from '../../button.tsx';
import { ActionButton, useAction } from '../../flow/action.tsx';
import { ApiErrorBanner, apiErrorCode } from '../../flow/api-error-banner.tsx';
import { Inline, Stack, Text } from '../../layout.tsx';
import { useAddress } from './use-step-up.tsx';

type ProveProps = {
  readonly act: Act;
  /** What follows; shown while nothing is confirmed. */
  readonly children: ReactNode;
  /** Called with the end of the step-up, in ms since 1970, where the act is confirmed. */
  readonly onProven: (until: number) => void;
};

/**
 * Goes to the identity provider, which asks for the step-up, and goes on when the member is back. After a press in the
 * portal it goes at once; after an address, a reload or Back not, or nobody could come past this step.
 */
export function Prove({ act, children, onProven }: ProveProps) {
  const [asked, setAsked] = useState(false);
  const action = useAction();
  const here = useAddress();
  const isPressed = useNavigationType() === 'PUSH';

  const load = () => call(getStepUp, { query: { act } }, { purpose: 'form' });
  function goOn(answer: Awaited<ReturnType<typeof load>> | undefined, leaves: boolean): void {
    setAsked(true);
    if (!answer?.ok) return;
    const { allowed_until } = answer.data.data;
    if (allowed_until !== null) {
      // The step that follows is not the act, which waits for no press yet.
      forgetConfirmedAct();
      onProven(provenUntil(allowed_until, Date.now()));
    } else if (leaves) {
      void confirmAct(act, here);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(() => void action.follow(load).then((answer) => goOn(answer, isPressed)), []);

  return (
    <Stack gap="md">
      <ApiErrorBanner error={action.error} />
      {children}
      {asked && apiErrorCode(action.error) !== 'auth.browser_unknown' && (
        <Inline>
          <ActionButton
            wide="onPhone"
            action={action}
            onClick={() => void action.run(load).then((answer) => goOn(answer, true))}
          >
            <Trans>Continue</Trans>
          </ActionButton>
        </Inline>
      )}
    </Stack>
  );
}

/** In ms since 1970: at most ten minutes from now, even if the device's clock is wrong. */
const provenUntil = (allowedUntil: string, now: number): number =>
  Math.min(now + STEP_UP_MS, Date.parse(allowedUntil));

/** A step with nothing left to ask: the member came back to it. `next` is a path without the locale prefix. */
export function Confirmed({ next }: { readonly next: string }) {
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
