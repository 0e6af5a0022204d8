import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { offerPassportByLink, type Passport } from '@portal/shared-contract';
import { type ReactElement, useState } from 'react';
import { ActionRow } from './action-row.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useConfirmedPassportAction } from './use-passport-action.ts';

type Props = {
  readonly passport: Passport;
  /** Takes the token of the link, which is answered this once. */
  readonly onLink: (token: string) => void;
};

/** Offers the passport to whoever opens a link first, such as a friend who is no member yet. */
export function TransferByLink({ passport, onLink }: Props): ReactElement {
  const { t } = useLingui();
  const action = useConfirmedPassportAction('give_passport', 'link');
  const [open, setOpen] = useState(action.returned);
  const offer = () =>
    action.change(
      async () => {
        const { id } = passport;
        const answer = await call(offerPassportByLink, { params: { id } }, { purpose: 'form' });
        if (answer.ok) onLink(answer.data.token);
        return answer;
      },
      { message: t`The link has been created.`, onSuccess: () => setOpen(false) },
    );
  return (
    <ActionRow
      icon="external"
      title={<Trans>Transfer by a link</Trans>}
      note={<Trans>Also to someone who is not a member yet.</Trans>}
      error={open ? null : action.error}
      onOpen={() => action.prepare(() => setOpen(true))}
    >
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={<Trans>Offer the passport by a link?</Trans>}
        action={action}
        confirm={<Trans>Create the link</Trans>}
        onConfirm={() => void offer()}
      >
        <p>
          <Trans>
            You get a link and a QR code to send or to show. Whoever accepts first gets the
            passport, so give it to one person only.
          </Trans>
        </p>
        <p>
          <Trans>
            Until then, its code does not open the gate, and you can withdraw the offer.
          </Trans>
        </p>
      </ConfirmDialog>
    </ActionRow>
  );
}
