import { Trans } from '@lingui/react/macro';
import {
  GIFT_MESSAGE_MAX,
  GIVER_NAME_MAX,
  GiftMessageSchema,
  GiverNameSchema,
  required,
} from '@portal/kit/contract';
import { fieldId, type PortalForm, TextArea, TextField } from '@portal/kit/ui/forms';
import { type ReactElement, useEffect } from 'react';

/** Who gives is named to the receiver; a message may follow. */
export const GIFT_WORDS_FORM = {
  giver_name: required(GiverNameSchema, 'required'),
  message: GiftMessageSchema,
};

type Field = ReturnType<PortalForm['text']>;
type Props = { readonly name: Field; readonly message: Field };

export function GiftWordsFields({ name, message }: Props): ReactElement {
  return (
    <>
      <TextField
        {...name}
        label={<Trans>Your name for the receiver</Trans>}
        hint={<Trans>The name by which they know you.</Trans>}
        required
        counter
        maxLength={GIVER_NAME_MAX}
        autoComplete="name"
      />
      <TextArea
        {...message}
        label={<Trans>Message</Trans>}
        hint={<Trans>They see it with the passport. Addresses in it do not become links.</Trans>}
        counter
        maxLength={GIFT_MESSAGE_MAX}
        rows={3}
      />
    </>
  );
}

/** Moves the focus to the first wrong field: in a dialog it is on the button below the form. */
export function useFocusOnWrong({ summary }: Pick<PortalForm, 'summary'>): void {
  const { attempt, errors } = summary;
  const [first] = errors;
  const field = first?.field;
  useEffect(() => {
    if (attempt > 0 && field) document.getElementById(fieldId(field))?.focus();
  }, [attempt, field]);
}
