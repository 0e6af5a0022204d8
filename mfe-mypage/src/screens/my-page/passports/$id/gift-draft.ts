import { memberNameAtom, storedSubject, useSession } from '@portal/kit/auth';
import type { Passport } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { sessionDraft, useLocale } from '@portal/kit/routing';
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

export type TypedGift = {
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
