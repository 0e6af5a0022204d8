import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { formatName, successText } from '@portal/kit/i18n';
import { Banner, Button, Card, Heading, Inline, LinkButton, Stack, Text } from '@portal/kit/ui';
import { ActionButton, FlowPage } from '@portal/kit/ui/forms';
import { canAskForPasskey, StepUpArea, useCreatePasskey } from '@portal/kit/ui/step-up';
import { useState } from 'react';
import { signedUp } from '../../flow/signed-up.ts';
import { STEPS } from './flow.ts';
import { loadStep, MemberStep, useLeaveRegister, useSteps } from './steps.tsx';

export const loader = loadStep;

/** Registration is complete; offers one thing that protects the account: a passkey after a sign-up, or the second step. */
export function Component() {
  return (
    <FlowPage heading={<Trans>Welcome!</Trans>} {...useSteps('complete')}>
      <MemberStep>{(member) => <Welcome member={member} />}</MemberStep>
    </FlowPage>
  );
}

function Welcome({ member }: { readonly member: User }) {
  const { i18n } = useLingui();
  const leave = useLeaveRegister();
  const name = formatName(member, { polite: true });
  const [offersPasskey] = useState(
    () => signedUp.read() !== undefined && canAskForPasskey() && !hasDeclinedPasskeys(),
  );
  return (
    <Stack gap="lg">
      <Banner tone="success" title={name}>
        {i18n._(successText('register'))}
      </Banner>
      {offersPasskey ? (
        <PasskeyOffer onOver={leave} />
      ) : member.mfa_enabled || isOtherProvider() ? (
        <Inline>
          <Button wide="onPhone" onClick={leave}>
            <Trans>Continue</Trans>
          </Button>
        </Inline>
      ) : (
        <Card
          as="section"
          aria-labelledby="safer"
          gap="md"
          heading={<Trans>Make your account safer</Trans>}
        >
          <Text>
            <Trans>
              With two-step verification, we ask for a code when you sign in. Someone who only knows
              your password cannot get in.
            </Trans>
          </Text>
          <Inline>
            <LinkButton wide="onPhone" to={STEPS.secondStep}>
              <Trans>Turn on two-step verification</Trans>
            </LinkButton>
            <Button variant="outline" wide="onPhone" onClick={leave}>
              <Trans>Not now</Trans>
            </Button>
          </Inline>
        </Card>
      )}
    </Stack>
  );
}

type Props = {
  /** It is created, or the member wants none. */
  readonly onOver: () => void;
};

/** Offers a passkey. The sign-up was a step-up, so that no code is asked for within its ten minutes. */
function PasskeyOffer({ onOver }: Props) {
  const { action, create, about } = useCreatePasskey(onOver);
  function decline(): void {
    declinePasskeys();
    onOver();
  }

  return (
    <Card as="section" aria-labelledby="passkey-offer">
      <StepUpArea action={action}>
        <Heading id="passkey-offer">
          <Trans>Next time, sign in without a password</Trans>
        </Heading>
        {about}
        <Inline>
          <ActionButton wide="onPhone" action={action} onClick={create}>
            <Trans>Create a passkey</Trans>
          </ActionButton>
          <Button variant="outline" wide="onPhone" onClick={decline}>
            <Trans>Not now</Trans>
          </Button>
        </Inline>
      </StepUpArea>
    </Card>
  );
}

/** In local storage: this browser's member wants no passkey. */
const NAME = 'passkey_declined';

/** Offers no passkey in this browser any more. The account's settings still have it. */
function declinePasskeys(): void {
  try {
    window.localStorage.setItem(NAME, '1');
  } catch {
    // Storage is refused: the offer comes once more at the next sign-up.
  }
}

function hasDeclinedPasskeys(): boolean {
  try {
    return window.localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}
