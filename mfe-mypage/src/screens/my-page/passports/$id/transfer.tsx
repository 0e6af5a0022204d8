import { Trans, useLingui } from '@lingui/react/macro';
import {
  checkPassportUsername,
  type Passport,
  startPassportTransfer,
  UsernameSchema,
} from '@portal/kit/contract';
import { Button, Stack } from '@portal/kit/ui';
import { Dialog } from '@portal/kit/ui/dialog';
import {
  ActionButton,
  ApiErrorBanner,
  apiErrorCode,
  apiErrorText,
  fieldId,
  TextField,
  useAction,
  usePortalForm,
} from '@portal/kit/ui/forms';
import { type RefObject, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { GiftLetter } from '../../../../passports/gift-letter.tsx';
import { ActionRow, useConfirmedPassportAction } from './action.tsx';
import { GIFT_WORDS_FORM, GiftWordsFields, useFocusOnWrong, useGiftDraft } from './gift-words.tsx';

const FORM_ID = 'transfer-to';
const FormSchema = v.object({ username: UsernameSchema, ...GIFT_WORDS_FORM });
type Gift = v.InferOutput<typeof FormSchema>;

/** The receiver as typed with what is written to them, and the masked name that the server answered. */
type Receiver = Gift & { readonly other: string };

export function Transfer({ passport }: { readonly passport: Passport }) {
  const { t } = useLingui();
  const [receiver, setReceiver] = useState<Receiver>();
  const draft = useGiftDraft(passport);
  const check = useAction();
  const start = useConfirmedPassportAction('give_passport', 'member');
  const dialog = useFocusedDialog(receiver);

  const close = () => {
    setReceiver(undefined);
    check.clear();
    start.close();
  };
  async function find(gift: Gift): Promise<void> {
    const { username } = gift;
    const answer = await check.send(checkPassportUsername, { query: { username } });
    if (answer?.ok) setReceiver({ ...gift, other: answer.data.data.other });
  }
  const { other, username } = receiver ?? {};
  const transfer = ({ other: _, ...body }: Receiver) =>
    start.change(
      startPassportTransfer,
      { params: { id: passport.id }, body },
      t`The passport has been offered.`,
      () => {
        draft.clear();
        close();
      },
    );

  return (
    <ActionRow
      icon="user"
      title={<Trans>Transfer to another member</Trans>}
      note={<Trans>They receive it once they accept.</Trans>}
      action={start}
    >
      <Dialog
        open={start.isOpen}
        onClose={close}
        needsAnswer
        title={
          receiver ? <Trans>Offer the passport?</Trans> : <Trans>Transfer to another member</Trans>
        }
        actions={
          receiver ? (
            <>
              <Button key="back" variant="outline" onClick={() => setReceiver(undefined)}>
                <Trans>Back</Trans>
              </Button>
              <ActionButton key="offer" action={start} onClick={() => transfer(receiver)}>
                <Trans>Offer</Trans>
              </ActionButton>
            </>
          ) : (
            <>
              <Button variant="outline" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <ActionButton action={check} type="submit" form={FORM_ID}>
                <Trans>Next</Trans>
              </ActionButton>
            </>
          )
        }
      >
        <span ref={dialog} hidden />
        {receiver ? (
          <Stack gap="md">
            <ApiErrorBanner error={start.error} />
            <p>
              <Trans>
                You are offering this passport to <strong>{other}</strong>.
              </Trans>
            </p>
            <p>
              <Trans>
                You entered: <strong>{username}</strong>
              </Trans>
            </p>
            <GiftLetter from={receiver.giver_name} message={receiver.message} />
            <p>
              <Trans>
                Until they answer, its code does not open the gate, and you can withdraw the offer.
                Once they accept, it is theirs.
              </Trans>
            </p>
          </Stack>
        ) : (
          <ReceiverForm check={check} draft={draft} onFind={find} />
        )}
      </Dialog>
    </ActionRow>
  );
}

/** Focuses the dialog at its next question, which is then read, and which a second press of the key does not answer. */
function useFocusedDialog(question: unknown): RefObject<HTMLSpanElement | null> {
  const inside = useRef<HTMLSpanElement>(null);
  const before = useRef(question);
  useEffect(() => {
    if (before.current === question) return;
    before.current = question;
    if (question === undefined) return;
    inside.current?.closest<HTMLElement>('[role=alertdialog]')?.focus();
  }, [question]);
  return inside;
}

type ReceiverFormProps = {
  readonly check: ReturnType<typeof useAction>;
  readonly draft: ReturnType<typeof useGiftDraft>;
  readonly onFind: (gift: Gift) => Promise<void>;
};

function ReceiverForm({ check, draft, onFind }: ReceiverFormProps) {
  const { t, i18n } = useLingui();
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: draft.read(),
    onChange({ username, giver_name, message }) {
      draft.write({ username, giver_name: giver_name ?? '', message: message ?? '' });
      check.clear();
    },
    onSubmit: onFind,
  });
  useFocusOnWrong(form);
  useEffect(() => {
    if (check.error) document.getElementById(fieldId('username'))?.focus();
  }, [check.error]);
  const unknown = apiErrorCode(check.error) === 'ap_passport.user.not_found';
  return (
    <form {...form.props} id={FORM_ID} aria-label={t`Receiver`}>
      <Stack gap="md">
        {!unknown && <ApiErrorBanner error={check.error} />}
        <TextField
          {...form.text('username')}
          label={<Trans>Member number or email address</Trans>}
          hint={<Trans>Ask the member for it. They can find it on Home.</Trans>}
          error={
            unknown && check.error ? i18n._(apiErrorText(check.error)) : form.errorOf('username')
          }
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <GiftWordsFields name={form.text('giver_name')} message={form.text('message')} />
      </Stack>
    </form>
  );
}
