import { Trans } from '@lingui/react/macro';
import { userSaved } from '@portal/shared-auth';
import { type EndpointInput, updateMe } from '@portal/shared-contract';
import { useGo } from '@portal/shared-routing';
import type { ReactNode } from 'react';
import { LinkButton } from '../button.tsx';
import { DescriptionList } from '../description-list.tsx';
import { ActionButton } from '../flow/action.tsx';
import { ApiErrorBanner } from '../flow/api-error-banner.tsx';
import { Card, Inline, Stack, Text } from '../layout.tsx';
import { StepUpArea, useStepUp } from './step-up/use-step-up.tsx';

type Props = {
  readonly changes: EndpointInput<typeof updateMe>['body'];
  readonly flow: {
    send(
      event:
        | { readonly type: 'saved' }
        | { readonly type: 'refused'; readonly descriptions: Record<string, string[]> },
    ): unknown;
  };
  readonly steps: { readonly form: `/${string}`; readonly complete: `/${string}` };
  readonly intro: ReactNode;
  /** A `Description` for each changed field. */
  readonly children: ReactNode;
  readonly button: ReactNode;
};

/** The step that shows a typed profile before it is saved. What the server refuses shows at its field in the form. */
export function ProfileReview(props: Props) {
  const { changes, flow, steps, intro, children, button } = props;
  const go = useGo();
  const action = useStepUp('edit_profile', { finish: save });

  function save(): void {
    action.perform(updateMe, { body: changes }, (answer) => {
      if (answer.ok) {
        flow.send({ type: 'saved' });
        userSaved(answer.data.data);
        return go(steps.complete, { replace: true });
      }
      if (answer.error.kind !== 'api' || !answer.error.descriptions) return;
      flow.send({ type: 'refused', descriptions: answer.error.descriptions });
      go(steps.form);
    });
  }

  return (
    <StepUpArea action={action}>
      <Stack gap="lg">
        <ApiErrorBanner error={action.error} />
        <Card gap="md">
          <Text>{intro}</Text>
          <DescriptionList>{children}</DescriptionList>
        </Card>
        <Inline>
          <ActionButton wide="onPhone" action={action} onClick={save}>
            {button}
          </ActionButton>
          <LinkButton to={steps.form} variant="outline" wide="onPhone">
            <Trans>Back to the form</Trans>
          </LinkButton>
        </Inline>
      </Stack>
    </StepUpArea>
  );
}
