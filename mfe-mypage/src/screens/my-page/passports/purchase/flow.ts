import { storedSubject } from '@portal/shared-auth';
import { HOLDER_KINDS, PAYMENT_TYPE_CODES, PurchaseSchema } from '@portal/shared-contract';
import { barePath, localeOf } from '@portal/shared-i18n';
import { type Flow, href, keptFlow, replace, stepToShow } from '@portal/shared-routing';
import * as v from 'valibot';

/** Spec §2 has one address for the purchase; its steps differ in the query. */
export const STEPS = {
  who: '/my-page/passports/purchase',
  design: '/my-page/passports/purchase?step=design',
  photo: '/my-page/passports/purchase?step=photo',
  check: '/my-page/passports/purchase?step=check',
} as const;
export type Step = keyof typeof STEPS;

const DatePartsSchema = v.object({ year: v.string(), month: v.string(), day: v.string() });

const WhoSchema = v.object({
  kind: v.picklist(HOLDER_KINDS),
  last_name: v.string(),
  first_name: v.string(),
  date_of_birth: DatePartsSchema,
  usage_start_date: DatePartsSchema,
});
/** For whom and from when, as typed. */
export type Who = v.InferOutput<typeof WhoSchema>;

const ChoicesSchema = v.object({
  who: WhoSchema,
  design_id: v.nullable(v.string()),
  /** On the server already; the address of its picture lasts for some minutes. */
  photo: v.nullable(v.object({ photo_id: v.string(), url: v.string() })),
  payment_type: v.nullable(v.picklist(PAYMENT_TYPE_CODES)),
});
export type Choices = v.InferOutput<typeof ChoicesSchema>;

const PurchaseStateSchema = v.variant('kind', [
  v.object({
    kind: v.literal('choosing'),
    choices: ChoicesSchema,
    /** The purchase's own key, from when the first step was right: every attempt carries it. */
    key: v.nullable(v.string()),
    /** The first step was looked at and found right; false again as soon as one types on. */
    whoDone: v.boolean(),
    /** What the server found: message keys by field. */
    refused: v.optional(v.record(v.string(), v.array(v.string()))),
  }),
  /**
   * Sent, and no answer has come: nobody knows whether it was bought. Only the very same order may
   * go again, which the server answers with the same pass.
   */
  v.object({ kind: v.literal('sent'), choices: ChoicesSchema, order: PurchaseSchema }),
]);
export type PurchaseState = v.InferOutput<typeof PurchaseStateSchema>;
export type Order = v.InferOutput<typeof PurchaseSchema>;

export type PurchaseEvent =
  | { readonly type: 'typed'; readonly who: Who }
  | { readonly type: 'whoDone'; readonly key: string }
  | { readonly type: 'designChosen'; readonly design_id: string }
  | { readonly type: 'photoKept'; readonly photo: Choices['photo'] }
  | { readonly type: 'paymentChosen'; readonly payment_type: Choices['payment_type'] }
  | { readonly type: 'sent'; readonly order: Order }
  | { readonly type: 'refused'; readonly descriptions: Record<string, string[]> };

const NO_DATE = { year: '', month: '', day: '' };

export const flow: Flow<PurchaseState, PurchaseEvent> = {
  initial: {
    kind: 'choosing',
    choices: {
      who: {
        kind: 'member',
        last_name: '',
        first_name: '',
        date_of_birth: NO_DATE,
        usage_start_date: NO_DATE,
      },
      design_id: null,
      photo: null,
      payment_type: null,
    },
    key: null,
    whoDone: false,
  },
  next(state, event) {
    if (state.kind === 'sent') {
      if (event.type !== 'refused') return state;
      const { order, choices } = state;
      return {
        kind: 'choosing',
        choices,
        key: order.idempotency_key,
        whoDone: true,
        refused: event.descriptions,
      };
    }
    const { refused: _, ...rest } = state;
    const chosen = (part: Partial<Choices>): PurchaseState => ({
      ...rest,
      choices: { ...state.choices, ...part },
    });
    switch (event.type) {
      case 'typed':
        return { ...chosen({ who: event.who }), whoDone: false } as PurchaseState;
      case 'whoDone':
        return { ...rest, whoDone: true, key: state.key ?? event.key };
      case 'designChosen':
        return chosen({ design_id: event.design_id });
      case 'photoKept':
        return chosen({ photo: event.photo });
      case 'paymentChosen':
        return chosen({ payment_type: event.payment_type });
      case 'sent':
        return { kind: 'sent', choices: state.choices, order: event.order };
      case 'refused':
        return { ...rest, refused: event.descriptions };
    }
  },
  steps: [
    { path: STEPS.who, opens: () => true },
    { path: STEPS.design, opens: whoIsDone },
    { path: STEPS.photo, opens: (state) => whoIsDone(state) && state.choices.design_id !== null },
    {
      path: STEPS.check,
      opens: (state) =>
        state.kind === 'sent' ||
        (whoIsDone(state) && state.choices.design_id !== null && state.choices.photo !== null),
    },
  ],
};

function whoIsDone(state: PurchaseState): boolean {
  return state.kind === 'choosing' && state.whoDone;
}

/** The flow with its state kept over reload and Back, for the member who is signed in. */
export const purchaseFlow = keptFlow({
  key: 'purchase-passport',
  flow,
  schema: PurchaseStateSchema,
  owner: storedSubject,
});

/** The step that an address asks for and may show, or the way to the one that may. */
export function openStep(request: Request, now: number): Step | Response {
  const { pathname, searchParams } = new URL(request.url);
  const asked = searchParams.get('step');
  const path = asked ? `${barePath(pathname)}?step=${asked}` : barePath(pathname);
  const state = purchaseFlow.state();
  const shown = state.kind === 'sent' ? STEPS.check : stepToShow(flow, state, path, now);
  if (shown !== path) return replace(href(shown, localeOf(pathname)));
  return (Object.keys(STEPS) as Step[]).find((step) => STEPS[step] === path) ?? 'who';
}
