import { storedSubject } from '@portal/kit/auth';
import { type Flow, keptFlow } from '@portal/kit/routing';
import { type ProfileValues, ProfileValuesSchema } from '@portal/kit/ui/profile-form';
import * as v from 'valibot';

const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  v.object({ kind: v.literal('typing'), values: ProfileValuesSchema }),
]);
type State = v.InferOutput<typeof StateSchema>;
type Event = { readonly type: 'typed'; readonly values: ProfileValues };

const flow: Flow<State, Event> = {
  initial: { kind: 'start' },
  next: (_state, { values }) => ({ kind: 'typing', values }),
  steps: [{ path: '/my-page/passports/purchase?step=details', opens: () => true }],
};

/**
 * What is typed in the step about the member, until it is saved. It is apart from the purchase's
 * own state, because only this step loads the profile's form.
 */
export const detailsFlow = keptFlow({
  key: 'purchase-details',
  flow,
  schema: StateSchema,
  owner: storedSubject,
});
