import { Trans, useLingui } from '@lingui/react/macro';
import { offerPassportByLink, type Passport } from '@portal/kit/contract';
import { Stack } from '@portal/kit/ui';
import { usePortalForm } from '@portal/kit/ui/forms';
import * as v from 'valibot';
import { ActionRow, ConfirmDialog, useConfirmedPassportAction } from './action.tsx';
import { GIFT_WORDS_FORM, GiftWordsFields, useFocusOnWrong, useGiftDraft } from './gift-words.tsx';

const FORM_ID = 'transfer-by-link';
const FormSchema = v.object(GIFT_WORDS_FORM);
type Words = v.InferOutput<typeof FormSchema>;

type Props = {
  readonly passport: Passport;
  /** Takes the token of the link, which is answered this once. */
  readonly onLink: (token: string) => void;
};

/** Offers the passport to whoever opens a link first, such as a friend who is no member yet. */
export function TransferByLink({ passport, onLink }: Props) {
  const { t } = useLingui();
  const action = useConfirmedPassportAction('give_passport', 'link');
  const draft = useGiftDraft(passport);
  const offer = (body: Words) =>
    action.change(
      offerPassportByLink,
      { params: { id: passport.id }, body },
      t`The link has been created.`,
      ({ token }) => {
        onLink(token);
        draft.clear();
      },
    );
  return (
    <ActionRow
      icon="external"
      title={<Trans>Transfer by a link</Trans>}
      note={<Trans>Also to someone who is not a member yet.</Trans>}
      action={action}
    >
      <ConfirmDialog
        title={<Trans>Offer the passport by a link?</Trans>}
        action={action}
        confirm={<Trans>Create the link</Trans>}
        form={FORM_ID}
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
        <WordsForm draft={draft} onSubmit={offer} />
      </ConfirmDialog>
    </ActionRow>
  );
}

type WordsFormProps = {
  readonly draft: ReturnType<typeof useGiftDraft>;
  readonly onSubmit: (words: Words) => unknown;
};

function WordsForm({ draft, onSubmit }: WordsFormProps) {
  const { t } = useLingui();
  const { giver_name, message } = draft.read();
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { giver_name, message },
    onChange: (typed) =>
      draft.write({ giver_name: typed.giver_name ?? '', message: typed.message ?? '' }),
    onSubmit,
  });
  useFocusOnWrong(form);
  return (
    <form {...form.props} id={FORM_ID} aria-label={t`What you write to the receiver`}>
      <Stack gap="md">
        <GiftWordsFields name={form.text('giver_name')} message={form.text('message')} />
      </Stack>
    </form>
  );
}
