import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  cancelRules,
  isCalendarDate,
  kindLine,
  type Locale,
  type Passes,
  type PassportDesign,
  type PassportKind,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { BrandError } from './brand-error.ts';
import { DESIGN_ID, findDesign } from './designs.ts';
import { DEMO_FOLDER, readFile } from './read-file.ts';

const FILE = 'passes.json';
/** For how long the portal knows whether a passport was used. */
const USES_KEPT_DAYS = 90;

const whole = (from: number, to: number) =>
  v.pipe(
    v.number('a number'),
    v.integer('a whole number'),
    v.minValue(from, `at least ${from}`),
    v.maxValue(to, `at most ${to}`),
  );
const Day = v.pipe(v.string('a date'), v.check(isCalendarDate, 'a date such as 2026-12-01'));
const Name = v.pipe(
  v.string('a text'),
  v.trim(),
  v.regex(/^[^\p{Cc}]{1,40}$/u, 'a text of one line with at most 40 characters'),
);
const Id = v.pipe(
  v.string('a text'),
  v.regex(DESIGN_ID, 'small letters, digits and hyphens, such as adult'),
);
const Switch = v.boolean('true or false');

/** {@link PassportKind}, with a sentence for each fault. */
const KindSchema = v.strictObject({
  id: Id,
  name: v.strictObject({ ja: Name, en: Name }),
  price: whole(1, 9_999_999),
  tax: whole(0, 99),
  valid: v.union(
    [
      v.strictObject({ years: whole(1, 10) }),
      v.strictObject({ months: whole(1, 120) }),
      v.strictObject({ days: whole(1, 3660) }),
      v.strictObject({ from: Day, until: Day }),
    ],
    'one of { "days": 30 }, { "months": 6 }, { "years": 1 } and { "from": …, "until": … }',
  ),
  ages: v.exactOptional(
    v.strictObject({ from: v.exactOptional(whole(0, 120)), below: v.exactOptional(whole(1, 120)) }),
  ),
  photo: Switch,
  address: Switch,
  designs: v.exactOptional(
    v.pipe(v.array(Id, 'a list of designs'), v.minLength(1, 'at least one')),
  ),
  cancel: v.union(
    [v.picklist(['day-before', 'never']), v.strictObject({ unused: whole(1, USES_KEPT_DAYS) })],
    '"day-before", "never" or { "unused": 14 }',
  ),
  sold: v.exactOptional(
    v.union(
      [
        v.literal(false),
        v.strictObject({ from: v.exactOptional(Day), until: v.exactOptional(Day) }),
      ],
      'false or { "from": …, "until": … }',
    ),
  ),
});
const PassesSchema = v.strictObject({
  childBelow: whole(4, 20),
  kinds: v.pipe(
    v.array(KindSchema, 'a list of kinds'),
    v.minLength(1, 'at least one kind'),
    v.maxLength(24, 'at most 24 kinds'),
  ),
});
let demoPasses: Passes | undefined;

type Setting = { readonly brand: { readonly passes?: Passes | undefined } };

/** The kinds of passports of a brand; those of the demo for one that has none of its own. */
export function passesOf({ brand }: Setting): Passes {
  demoPasses ??= readFile(DEMO_FOLDER, FILE, PassesSchema);
  return brand.passes ?? demoPasses;
}

/**
 * The kinds of passports of a brand, from passes.json.
 * @param designs that members can choose
 * @returns undefined for a brand that has none of its own
 * @throws BrandError for a file that is not right
 */
export function readPasses(folder: string, designs: readonly PassportDesign[]): Passes | undefined {
  if (!existsSync(path.join(folder, FILE))) return undefined;
  const passes = readFile(folder, FILE, PassesSchema);
  for (const [at, kind] of passes.kinds.entries()) {
    const problem = problemOf(kind, passes.kinds.slice(0, at), designs);
    if (problem) throw new BrandError(`The brand's ${FILE} has the kind “${kind.id}” ${problem}`);
  }
  return passes;
}

function problemOf(
  { id, ages, valid, sold, designs = [] }: PassportKind,
  before: readonly PassportKind[],
  offered: readonly PassportDesign[],
): string | undefined {
  if (before.some((other) => other.id === id)) return 'twice. Please give each an id of its own.';
  const { from = 0, below = Number.POSITIVE_INFINITY } = ages ?? {};
  if (from >= below) {
    return `for ages from ${from} and below ${below}, which nobody has. Please set a larger ages.below.`;
  }
  for (const [name, days] of [['valid', valid] as const, ['sold', sold] as const]) {
    if (!days || !('until' in days) || !('from' in days)) continue;
    if (days.from && days.until && days.until < days.from) {
      return `with ${name} from ${days.from} until ${days.until}, which is before it. Please set a later ${name}.until.`;
    }
  }
  const unknown = designs.find((design) => !findDesign(offered, design));
  return unknown === undefined
    ? undefined
    : `with the design “${unknown}”, which members cannot choose. Please name one of: ${offered.map((design) => design.id).join(', ')}.`;
}

/** What `{cancel}` and `{prices}` stand for in terms and pages: sentences and lines made from the kinds. */
export function passTexts({ kinds }: Passes, locale: Locale): Readonly<Record<string, string>> {
  const gap = locale === 'ja' ? '' : ' ';
  const sold = kinds.filter(({ sold: when }) => when !== false);
  return {
    // Of a kind that is not sold any more there are holders.
    cancel: cancelRules(kinds, locale).join(gap),
    prices: sold.map((kind) => kindLine(kind, locale)).join(locale === 'ja' ? '、' : ', '),
  };
}
