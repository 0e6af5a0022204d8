import { storedSubject } from '@portal/kit/auth';
import {
  HOLDER_KINDS,
  PAYMENT_TYPE_CODES,
  type PassportKind,
  PassportKindSchema,
  PurchaseSchema,
} from '@portal/kit/contract';
import { barePath, localeOf } from '@portal/kit/i18n';
import { draftFlow, type Flow, href, replace, stepToShow } from '@portal/kit/routing';
import * as v from 'valibot';

/** The purchase has one path; its steps differ in the query. */
export const STEPS = {
  details: '/my-page/passports/purchase?step=details',
  holder: '/my-page/passports/purchase',
  design: '/my-page/passports/purchase?step=design',
  photo: '/my-page/passports/purchase?step=photo',
  check: '/my-page/passports/purchase?step=check',
} as const;
export type Step = keyof typeof STEPS;
type Path = `/${string}`;

const DatePartsSchema = v.object({ year: v.string(), month: v.string(), day: v.string() });

export const HolderFieldsSchema = v.object({
  kind: v.picklist(HOLDER_KINDS),
  last_name: v.string(),
  first_name: v.string(),
  /** Of another adult. */
  email: v.string(),
  /** Where several kinds fit; otherwise empty. */
  kind_id: v.string(),
  date_of_birth: DatePartsSchema,
  usage_start_date: DatePartsSchema,
});
/** The fields of the first step as typed: the holder and the start date. */
export type HolderFields = v.InferOutput<typeof HolderFieldsSchema>;

/** What is chosen for one passport of the order. */
const ItemSchema = v.object({
  holder: HolderFieldsSchema,
  /** As it was sold when the holder was entered; null before that. */
  kind: v.optional(v.nullable(PassportKindSchema), null),
  design_id: v.nullable(v.string()),
  /** Already uploaded; its signed address is good for some minutes. */
  photo: v.nullable(
    v.object({
      photo_id: v.string(),
      url: v.string(),
      /** It is on another passport of the same holder, and goes when the holder changes. */
      known: v.optional(v.boolean()),
    }),
  ),
  /** The passport that it follows: then the holder and the first day stay as they are. */
  renews: v.optional(v.nullable(v.string()), null),
});
export type Item = v.InferOutput<typeof ItemSchema>;

const ChoicesSchema = v.object({
  ...ItemSchema.entries,
  payment_type: v.nullable(v.picklist(PAYMENT_TYPE_CODES)),
});
type Choices = v.InferOutput<typeof ChoicesSchema>;

/** The order: the passport that the steps are about, and the complete ones beside it. */
const OrderEntries = {
  choices: ChoicesSchema,
  others: v.optional(v.array(ItemSchema), []),
  /** The place of the passport that the steps are about, from 0. */
  place: v.optional(v.number(), 0),
};

const PurchaseStateSchema = v.variant('kind', [
  v.object({
    kind: v.literal('choosing'),
    ...OrderEntries,
    /** The idempotency key, set when the first step is valid; every attempt sends it. */
    key: v.nullable(v.string()),
    /** The first step was submitted and is valid; false again as soon as it is edited. */
    holderEntered: v.boolean(),
    /** The message keys by field of an order that the server refused. */
    refused: v.optional(v.record(v.string(), v.array(v.string()))),
    /** The purchase began with the step about the member, which is counted to its end. */
    detailsSaved: v.optional(v.boolean()),
  }),
  /** Nobody knows whether it was bought. The same order may be sent again; the server answers the same passport. */
  v.object({
    kind: v.literal('sent'),
    ...OrderEntries,
    order: PurchaseSchema,
    detailsSaved: v.optional(v.boolean()),
  }),
]);
export type PurchaseState = v.InferOutput<typeof PurchaseStateSchema>;
export type Order = v.InferOutput<typeof PurchaseSchema>;

export type PurchaseEvent =
  | { readonly type: 'detailsSaved' }
  | { readonly type: 'typed'; readonly holder: HolderFields }
  | { readonly type: 'holderEntered'; readonly key: string; readonly kind: PassportKind }
  | { readonly type: 'designChosen'; readonly design_id: string }
  | { readonly type: 'photoUploaded'; readonly photo: Choices['photo'] }
  | { readonly type: 'paymentChosen'; readonly payment_type: Choices['payment_type'] }
  /** Another passport for the same order; the steps begin again for it. */
  | { readonly type: 'passportAdded' }
  | { readonly type: 'passportOpened'; readonly place: number }
  /** A new order, of passports that follow others. */
  | { readonly type: 'renewalChosen'; readonly items: readonly Item[]; readonly key: string }
  | { readonly type: 'passportRemoved'; readonly place: number }
  | { readonly type: 'sent'; readonly order: Order }
  | {
      readonly type: 'refused';
      readonly descriptions: Record<string, string[]>;
      /** Which passport of the order they are about. */
      readonly place?: number;
    };

export const NO_DATE = { year: '', month: '', day: '' };

export const flow: Flow<PurchaseState, PurchaseEvent> = {
  initial: {
    kind: 'choosing',
    choices: {
      holder: {
        kind: 'member',
        last_name: '',
        first_name: '',
        email: '',
        kind_id: '',
        date_of_birth: NO_DATE,
        usage_start_date: NO_DATE,
      },
      kind: null,
      design_id: null,
      photo: null,
      renews: null,
      payment_type: null,
    },
    others: [],
    place: 0,
    key: null,
    holderEntered: false,
  },
  next(state, event) {
    if (state.kind === 'sent') {
      if (event.type !== 'refused') return state;
      const { order, choices, others, place, detailsSaved } = state;
      const choosing: Choosing = {
        kind: 'choosing',
        choices,
        others,
        place,
        key: order.idempotency_key,
        holderEntered: true,
        detailsSaved,
      };
      return { ...opened(choosing, event.place ?? place), refused: event.descriptions };
    }
    const { refused: _, ...rest } = state;
    const chosen = (part: Partial<Choices>): PurchaseState => ({
      ...rest,
      choices: { ...state.choices, ...part },
    });
    switch (event.type) {
      case 'detailsSaved':
        return { ...state, detailsSaved: true };
      case 'typed':
        return {
          ...chosen({ holder: event.holder, ...(state.choices.photo?.known && { photo: null }) }),
          holderEntered: false,
        } as PurchaseState;
      case 'holderEntered':
        return {
          ...chosen({ kind: event.kind, design_id: designAmong(event.kind, state.choices) }),
          holderEntered: true,
          key: state.key ?? event.key,
        } as PurchaseState;
      case 'designChosen':
        return chosen({ design_id: event.design_id });
      case 'photoUploaded':
        return chosen({ photo: event.photo });
      case 'paymentChosen':
        return chosen({ payment_type: event.payment_type });
      case 'passportAdded':
        return { ...rest, ...withAnother(state), holderEntered: false };
      case 'passportOpened':
        return opened(rest, event.place);
      case 'renewalChosen':
        return renewing(event);
      case 'passportRemoved':
        return without(rest, event.place);
      case 'sent':
        return {
          kind: 'sent',
          choices: state.choices,
          others: state.others,
          place: state.place,
          order: event.order,
          detailsSaved: state.detailsSaved,
        };
      case 'refused':
        return { ...opened(rest, event.place ?? state.place), refused: event.descriptions };
    }
  },
  steps: [
    { path: STEPS.holder, opens: () => true },
    { path: STEPS.design, opens: isHolderEntered },
    {
      path: STEPS.photo,
      opens: (state) =>
        isHolderEntered(state) && state.choices.design_id !== null && needsPhoto(state.choices),
    },
    {
      path: STEPS.check,
      opens: (state) =>
        state.kind === 'sent' ||
        (isHolderEntered(state) &&
          state.choices.design_id !== null &&
          (state.choices.photo !== null || !needsPhoto(state.choices))),
    },
  ],
};

/** Another adult adds a photo after accepting the passport, and not every kind has one. */
export const needsPhoto = ({ holder, kind }: Pick<Item, 'holder' | 'kind'>): boolean =>
  holder.kind !== 'adult' && kind?.photo !== false;

export const stepAfterDesign = (item: Pick<Item, 'holder' | 'kind'>): Path =>
  needsPhoto(item) ? STEPS.photo : STEPS.check;

/** A design that the kind does not have is chosen anew. */
const designAmong = ({ designs }: PassportKind, { design_id }: Choices): string | null =>
  design_id !== null && designs && !designs.includes(design_id) ? null : design_id;

type Choosing = Extract<PurchaseState, { kind: 'choosing' }>;
type OrderState = Pick<PurchaseState, 'choices' | 'others' | 'place'>;

/** All passports of the order, in their order. */
export function itemsOf({ choices, others, place }: OrderState): readonly Item[] {
  const { payment_type: _, ...item } = choices;
  return [...others.slice(0, place), item, ...others.slice(place)];
}

/** A family starts on one day and often likes one design; photo and holder are each their own. */
function withAnother(state: OrderState): OrderState {
  const { choices } = state;
  const { usage_start_date } = choices.holder;
  const holder = { ...flow.initial.choices.holder, kind: 'child' as const, usage_start_date };
  const items = itemsOf(state);
  return {
    choices: { ...choices, holder, kind: null, photo: null, renews: null },
    others: [...items],
    place: items.length,
  };
}

/** Opens what still lacks something, such as the photo of a passport that was a gift. */
function renewing({ items, key }: Extract<PurchaseEvent, { type: 'renewalChosen' }>): Choosing {
  const incomplete = items.findIndex((item) => item.photo === null && needsPhoto(item));
  const order = { ...(flow.initial as Choosing), key, holderEntered: true };
  return openedAmong(order, items, Math.max(0, incomplete));
}

/** Lets the steps be about another passport of the order. */
function opened(state: Choosing, place: number): Choosing {
  return openedAmong(state, itemsOf(state), place);
}

/** The last passport of an order stays. */
function without(state: Choosing, place: number): Choosing {
  const left = itemsOf(state).filter((_, at) => at !== place);
  return openedAmong({ ...state, holderEntered: true }, left, left.length - 1);
}

function openedAmong(state: Choosing, items: readonly Item[], place: number): Choosing {
  const item = items[place];
  if (!item) return state;
  return {
    ...state,
    choices: { ...state.choices, ...item },
    others: items.filter((_, at) => at !== place),
    place,
  };
}

function isHolderEntered(state: PurchaseState): boolean {
  return state.kind === 'choosing' && state.holderEntered && state.choices.kind !== null;
}

export const purchaseFlow = draftFlow({
  key: 'purchase-passport',
  flow,
  schema: PurchaseStateSchema,
  owner: storedSubject,
});

/** The last of the steps that may be shown now. */
export function farthestStep(now: number): Path {
  const state = purchaseFlow.state();
  return flow.steps.findLast(({ opens }) => opens(state, now))?.path ?? STEPS.holder;
}

/** The requested step, or the address of another that is to be shown in its place. */
export function openStep(request: Request, lacksDetails: boolean, now: number): Step | Response {
  const { pathname, searchParams } = new URL(request.url);
  const asked = searchParams.get('step');
  const path = asked ? `${barePath(pathname)}?step=${asked}` : barePath(pathname);
  const shown = pathToShow(path, lacksDetails, now);
  if (shown !== path) return replace(href(shown, localeOf(pathname)));
  return (Object.keys(STEPS) as Step[]).find((step) => STEPS[step] === path) ?? 'holder';
}

function pathToShow(path: string, lacksDetails: boolean, now: number): Path {
  const state = purchaseFlow.state();
  // Only the same order may be sent again, and the server says whether anything is missing.
  if (state.kind === 'sent') return STEPS.check;
  return lacksDetails ? STEPS.details : stepToShow(flow, state, path, now);
}
