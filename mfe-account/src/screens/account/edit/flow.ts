import { useLingui } from '@lingui/react/macro';
import {
  type Profile,
  type ProfileFields,
  ProfileSchema,
  type User,
  UserSchema,
} from '@portal/kit/contract';
import type { Flow } from '@portal/kit/routing';
import {
  isEdited,
  type ProfileValues,
  ProfileValuesSchema,
  profileValuesOf,
} from '@portal/kit/ui/profile-form';
import * as v from 'valibot';
import { draftFlow } from '../../../flow/draft-flow.ts';

export const STEPS = {
  form: '/account/edit',
  confirm: '/account/edit/confirm',
  complete: '/account/edit/complete',
} as const;

const FIELDS = Object.keys(ProfileSchema.entries) as (keyof Profile)[];
const ProfileFieldsSchema = v.pick(
  UserSchema,
  FIELDS as [keyof Profile, ...(keyof Profile)[]],
) as unknown as v.GenericSchema<unknown, ProfileFields>;

const EditStateSchema = v.variant('kind', [
  v.object({
    kind: v.literal('start'),
    /** When the accepted code stops allowing a save, in ms since the epoch. */
    confirmedUntil: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('editing'),
    /** The profile as it was when the form was opened (`originalData` of the specification). */
    original: ProfileFieldsSchema,
    values: ProfileValuesSchema,
    /** The validated payload; null again as soon as the member edits a field. */
    changes: v.nullable(ProfileSchema),
    /** The server's validation errors: message keys by field. */
    refused: v.optional(v.record(v.string(), v.array(v.string()))),
    confirmedUntil: v.optional(v.number()),
  }),
  v.object({ kind: v.literal('saved') }),
]);
export type EditState = v.InferOutput<typeof EditStateSchema>;
export type Editing = Extract<EditState, { kind: 'editing' }>;

export type EditEvent =
  | { readonly type: 'codeAccepted'; readonly until: number }
  | { readonly type: 'opened'; readonly member: User }
  | {
      readonly type: 'typed';
      /** The form's own snapshot, since the stored draft may have expired while the form was open. */
      readonly original: ProfileFields;
      readonly values: ProfileValues;
    }
  | { readonly type: 'checked'; readonly changes: Profile }
  | { readonly type: 'refused'; readonly descriptions: Record<string, string[]> }
  | { readonly type: 'saved' };

const flow: Flow<EditState, EditEvent> = {
  initial: { kind: 'start' },
  next(state, event) {
    if (event.type === 'opened') return opened(state, event.member);
    if (event.type === 'codeAccepted') {
      return {
        ...(state.kind === 'saved' ? flow.initial : state),
        confirmedUntil: event.until,
      } as EditState;
    }
    if (state.kind === 'start' && event.type === 'typed') {
      const { original, values } = event;
      return { ...state, kind: 'editing', original, values, changes: null };
    }
    if (state.kind !== 'editing') return state;
    const { refused: _, ...rest } = state;
    switch (event.type) {
      case 'typed':
        return { ...rest, values: event.values, changes: null };
      case 'checked':
        return { ...rest, changes: event.changes };
      case 'refused':
        return { ...rest, changes: null, refused: event.descriptions };
      case 'saved':
        return { kind: 'saved' };
    }
  },
  steps: [
    { path: STEPS.form, opens: () => true },
    { path: STEPS.confirm, opens: (state) => state.kind === 'editing' && state.changes !== null },
    { path: STEPS.complete, opens: (state) => state.kind === 'saved' },
  ],
};

/** Keeps edits; a form without edits shows the member's current data. */
function opened(state: EditState, member: User): EditState {
  if (hasEdits(state)) return state;
  const original = Object.fromEntries(
    FIELDS.map((field) => [field, member[field]]),
  ) as ProfileFields;
  const confirmedUntil = state.kind === 'saved' ? undefined : state.confirmedUntil;
  return {
    kind: 'editing',
    original,
    values: profileValuesOf(original),
    changes: null,
    ...(confirmedUntil !== undefined && { confirmedUntil }),
  };
}

export function hasEdits(state: EditState): state is Editing {
  return state.kind === 'editing' && isEdited(profileValuesOf(state.original), state.values);
}

export const editFlow = draftFlow('edit-account', flow, EditStateSchema);

/** Opens the form: with the edits that are kept, or with what is known of the member. */
export function openEditing(member: User): Editing {
  const state = editFlow.send({ type: 'opened', member });
  if (state.kind !== 'editing') throw new Error('The edit form was not opened');
  return state;
}

export function useStepNames(): readonly string[] {
  const { t } = useLingui();
  return [
    t({ message: 'Edit', context: 'step' }),
    t({ message: 'Check', context: 'step' }),
    t({ message: 'Done', context: 'step' }),
  ];
}
