import { Trans, useLingui } from '@lingui/react/macro';
import { accountClosed } from '@portal/kit/auth';
import { CLOSED_DAYS, deleteMe, UNDO_CHANGES_HOURS } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { type LoaderFunctionArgs, useLoaderData, useLocale } from '@portal/kit/routing';
import { Card, Description, DescriptionList, Inline, LinkButton, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, apiErrorCode, FlowPage } from '@portal/kit/ui/forms';
import { StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import { deleteFlow, REASON_TEXTS, type State, useStepNames } from './flow.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  deleteFlow.openStep(request) ?? deleteFlow.state();

export function Component() {
  const { i18n } = useLingui();
  const locale = useLocale();
  const told = useLoaderData<State>();
  const action = useStepUp('close_account', { finish: close });
  const names = useStepNames();

  function close(): void {
    if (told.kind !== 'told') return;
    const { reason, comment, givenUp } = told;
    const body = {
      reason,
      ...(comment && { comment }),
      ...(givenUp.length > 0 && { given_up: givenUp.map(({ id }) => id) }),
    };
    action.perform(deleteMe, { body }, (answer) => {
      if (!answer.ok) return;
      deleteFlow.forget();
      void accountClosed();
    });
  }

  if (told.kind !== 'told') return null;
  const { reason, comment, givenUp } = told;
  const hasPassport = apiErrorCode(action.error) === 'user.deactivate_account.has_passport';
  return (
    <FlowPage heading={<Trans>Close your account?</Trans>} steps={names} current={1}>
      <StepUpArea action={action}>
        <Card gap="lg">
          <ApiErrorBanner
            error={action.error}
            action={
              hasPassport && (
                <LinkButton to="/account/delete" variant="outline" size="sm">
                  <Trans>See what to do</Trans>
                </LinkButton>
              )
            }
          />
          <DescriptionList>
            <Description term={<Trans>Reason</Trans>}>{i18n._(REASON_TEXTS[reason])}</Description>
            <Description term={<Trans>Comment</Trans>}>{comment}</Description>
            {givenUp.length > 0 && (
              <Description term={<Trans>Passports that you give up</Trans>}>
                {new Intl.ListFormat(locale, { type: 'unit' }).format(
                  givenUp.map(({ name }) => name),
                )}
              </Description>
            )}
          </DescriptionList>
          <Text>
            {isOtherProvider() ? (
              <Trans>
                Your account is closed immediately, on all devices. For {UNDO_CHANGES_HOURS} hours
                you can undo this with the link that we send you by email. After {CLOSED_DAYS} days
                we erase your data.
              </Trans>
            ) : (
              <Trans>
                Your account is closed immediately, on all devices. For {CLOSED_DAYS} days you can
                bring it back by signing in. After that we erase your data.
              </Trans>
            )}
          </Text>
          <Inline>
            <ActionButton variant="danger" wide="onPhone" action={action} onClick={close}>
              <Trans>Close my account</Trans>
            </ActionButton>
            <LinkButton to="/account/delete" variant="outline" wide="onPhone">
              <Trans>Back</Trans>
            </LinkButton>
          </Inline>
        </Card>
      </StepUpArea>
    </FlowPage>
  );
}
