import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portal/shared-contract';
import { formatName, successText } from '@portal/shared-i18n';
import { Banner, Button, Card, Heading, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { FlowPage } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import { useContinueAfterStep } from '../../flow/use-continue-after-step.ts';
import { STEPS } from './flow.ts';
import { loadSavedStep, SavedStep } from './saved-step.tsx';
import { useStepNames } from './step-names.ts';

export const loader = loadSavedStep;

/** Third step: registration is complete; offers two-step verification. */
export function Component(): ReactElement {
  return (
    <FlowPage heading={<Trans>Welcome!</Trans>} steps={useStepNames()} current={2}>
      <SavedStep>{(member) => <Welcome member={member} />}</SavedStep>
    </FlowPage>
  );
}

function Welcome({ member }: { readonly member: User }): ReactElement {
  const { i18n } = useLingui();
  const goOn = useContinueAfterStep();
  const name = formatName(member, { polite: true });
  return (
    <Stack gap="lg">
      <Banner tone="success" title={name}>
        {i18n._(successText('register'))}
      </Banner>
      {member.mfa_enabled ? (
        <Inline>
          <Button onClick={() => goOn('/register')}>
            <Trans>Continue</Trans>
          </Button>
        </Inline>
      ) : (
        <Card as="section" aria-labelledby="safer">
          <Stack gap="md">
            <Heading id="safer">
              <Trans>Make your account safer</Trans>
            </Heading>
            <Text>
              <Trans>
                With two-step verification, we ask for a code when you sign in. Someone who only
                knows your password cannot get in.
              </Trans>
            </Text>
            <Inline>
              <LinkButton to={STEPS.twoStep}>
                <Trans>Turn on two-step verification</Trans>
              </LinkButton>
              <Button variant="outline" onClick={() => goOn('/register')}>
                <Trans>Not now</Trans>
              </Button>
            </Inline>
          </Stack>
        </Card>
      )}
    </Stack>
  );
}
