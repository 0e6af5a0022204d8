import * as v from 'valibot';
import { LocalizedTextSchema } from '../locale.ts';

/** What the operator sells, with the names of passes.json (docs/brand.md). Days are YYYY-MM-DD. */
export const PassportKindSchema = v.object({
  id: v.string(),
  name: LocalizedTextSchema,
  /** Yen, with tax. */
  price: v.number(),
  /** The rate of consumption tax in the price, in per cent. */
  tax: v.number(),
  /** How long a passport is valid from its first day; or the season within which it is. */
  valid: v.union([
    v.object({ years: v.number() }),
    v.object({ months: v.number() }),
    v.object({ days: v.number() }),
    v.object({ from: v.string(), until: v.string() }),
  ]),
  /** In full years on the first day. */
  ages: v.exactOptional(
    v.object({ from: v.exactOptional(v.number()), below: v.exactOptional(v.number()) }),
  ),
  /** Whether the holder adds a photo, with which they are compared at the turnstile. */
  photo: v.boolean(),
  /** Whether the buyer tells where they live. */
  address: v.boolean(),
  /** The designs to choose from; all if it is missing. */
  designs: v.exactOptional(v.array(v.string())),
  /** Until when what is paid can be given back, for the full price; `unused`: so many days after the purchase. */
  cancel: v.union([v.picklist(['day-before', 'never']), v.object({ unused: v.number() })]),
  /** From when to when it can be bought, inclusive; always if it is missing. */
  sold: v.exactOptional(
    v.union([
      v.literal(false),
      v.object({ from: v.exactOptional(v.string()), until: v.exactOptional(v.string()) }),
    ]),
  ),
});
export type PassportKind = v.InferOutput<typeof PassportKindSchema>;

/** All that the operator sells. */
export type Passes = {
  /** The age from which nobody is a child, whose passport another person has. */
  readonly childBelow: number;
  readonly kinds: readonly PassportKind[];
};

/** What a passport says of the kind that it was sold as: to its buyer, and to those who got it from them. */
export const SoldKindSchema = v.pick(PassportKindSchema, [
  'id',
  'name',
  'tax',
  'photo',
  'address',
  'designs',
  'cancel',
]);
