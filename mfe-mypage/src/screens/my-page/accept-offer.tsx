import { Trans, useLingui } from '@lingui/react/macro';
import { answerPassportTransfer } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';

type Props = {
  readonly passportId: string;
  readonly onAnswered: () => void;
};

export function AcceptOffer({ passportId: id, onAnswered }: Props) {
  const { t } = useLingui();
  const go = useGo();
  const action = useAction();

  async function accept(): Promise<void> {
    const answer = await action.send(answerPassportTransfer, {
      params: { id },
      body: { status: 'accepted' },
    });
    if (answer?.ok) {
      toast(t`The passport is now yours.`);
      onAnswered();
      return;
    }
    // The passport's page says what the profile lacks, and leads to its form and back.
    if (answer?.error.kind === 'api' && answer.error.descriptions?.profile) {
      go(`/my-page/passports/${id}`);
    }
  }

  return (
    <>
      <ActionButton size="sm" action={action} onClick={() => void accept()}>
        <Trans>Accept</Trans>
      </ActionButton>
      <ApiErrorBanner error={action.error} />
    </>
  );
}
