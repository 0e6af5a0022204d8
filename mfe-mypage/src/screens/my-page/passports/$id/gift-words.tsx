import { Trans } from '@lingui/react/macro';
import { memberNameAtom, storedSubject, useSession } from '@portal/kit/auth';
import {
  GIFT_MESSAGE_MAX,
  GIVER_NAME_MAX,
  GiftMessageSchema,
  GiverNameSchema,
  type Passport,
  required,
} from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { sessionDraft, useLocale } from '@portal/kit/routing';
import { fieldId, type PortalForm, TextArea, TextField } from '@portal/kit/ui/forms';
import { useEffect } from 'react';
import * as v from 'valibot';

const LIFETIME_MS = 60 * 60 * 1000;

const draft = sessionDraft({
  key: 'gift',
  schema: v.object({
    passportId: v.string(),
    username: v.string(),
    giver_name: v.string(),
    message: v.string(),
  }),
  lifetimeMs: LIFETIME_MS,
  owner: storedSubject,
});

type TypedGift = {
  readonly username: string;
  readonly giver_name: string;
  readonly message: string;
};

/** What was typed to give this passport: kept over confirmation, Back and withdrawal, until it is offered. */
export function useGiftDraft({ id }: Pick<Passport, 'id'>) {
  const locale = useLocale();
  const member = useSession(memberNameAtom);
  const read = (): TypedGift => {
    const kept = draft.read();
    if (kept?.passportId === id) return kept;
    return { username: '', giver_name: member ? formatName(member, { locale }) : '', message: '' };
  };
  return {
    read,
    write: (typed: Partial<TypedGift>) => draft.write({ ...read(), ...typed, passportId: id }),
    clear: draft.clear,
  };
}

/** Who gives is named to the receiver; a message may follow. */
export const GIFT_WORDS_FORM = {
  giver_name: required(GiverNameSchema, 'required'),
  message: GiftMessageSchema,
};

type Field = ReturnType<PortalForm['text']>;
type Props = { readonly name: Field; readonly message: Field };

export function GiftWordsFields({ name, message }: Props) {
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
