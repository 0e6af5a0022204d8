import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { BUDGET_KINDS, SegmentSchema, SlotNameSchema, VersionSchema } from './document.ts';

/**
 * The whole state of an environment after an entry of its release log: what the page is composed from.
 */

/** Of 256 slices of browsers; see `isInCanary`. */
export const SLICES = 256;

const TEXT_MAX = 500;
/** Why something was done, in words that the history shows. */
export const ReasonSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(TEXT_MAX));

const MomentSchema = v.pipe(v.string(), v.isoTimestamp());

/** How many of the 256 slices. */
export const ShareSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SLICES));
export const CANARY_MINUTES_MAX = 30 * 24 * 60;

const CanarySchema = v.object({
  version: VersionSchema,
  /** How many of the 256 slices get the canary. */
  share: ShareSchema,
  /** Where the slices begin, so that not the same members try every canary. */
  offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SLICES - 1)),
  /** When it began; only where the policy demands a time. */
  since: v.optional(MomentSchema),
  /** The steps that are left; absent of a canary that does not grow by itself. */
  growth: v.optional(
    v.object({
      /** The number of the entry that asked for it. */
      under: v.number(),
      /** To which shares; 256 makes it live for everybody. */
      shares: v.array(ShareSchema),
      /** For how long it stays at each share, at least. */
      minutes: v.number(),
      /** Since when it has the present share. */
      since: MomentSchema,
    }),
  ),
});

/** What is live of one part. */
export const LivePartSchema = v.object({
  stable: VersionSchema,
  /** When `stable` became live. */
  since: MomentSchema,
  /** The release before `stable`, which a browser falls back to and `rollback` returns to. */
  previous: v.optional(VersionSchema),
  canary: v.optional(CanarySchema),
  /** The part is switched off; its routes show words until it is promoted again. */
  killed: v.optional(v.object({ at: MomentSchema, reason: v.string() })),
});

/** A team: its public keys (Ed25519, RFC 8037), and what they may change. */
export const TeamSchema = v.object({
  keys: v.array(
    v.object({
      kty: v.literal('OKP'),
      crv: v.literal('Ed25519'),
      x: v.string(),
      kid: v.pipe(v.string(), v.minLength(1)),
    }),
  ),
  parts: v.array(PartNameSchema),
  segments: v.array(SegmentSchema),
});

export type BudgetKind = (typeof BUDGET_KINDS)[number];
const BudgetBytes = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const BudgetSchema = v.strictObject({
  scripts: BudgetBytes,
  withSharedModules: BudgetBytes,
  styles: BudgetBytes,
});

/** In the zone of the operator, Japan's or UTC, in which it is also told. */
const FreezeMomentSchema = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(Z|\+09:00)$/,
    'a moment in Japan or UTC: 2026-12-28T18:00+09:00',
  ),
  v.check((moment) => !Number.isNaN(Date.parse(moment)), 'a moment that there is'),
);

/** A time in which no release becomes live. */
export const FreezeSchema = v.pipe(
  v.strictObject({ from: FreezeMomentSchema, to: FreezeMomentSchema, reason: ReasonSchema }),
  v.check(({ from, to }) => Date.parse(from) < Date.parse(to), 'an end after the beginning'),
);
export type Freeze = v.InferOutput<typeof FreezeSchema>;
const FREEZES_MAX = 50;

/**
 * What the operator demands before a release of a part is promoted (docs/decisions/0096-policy.md). Loose, since the rules of
 * older histories may name demands that there are no more; these stay in the history and are not judged.
 */
export const PolicyRuleSchema = v.looseObject({
  /** How long it has to be a canary before it is live for more than half of the browsers. */
  canaryMinutes: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(CANARY_MINUTES_MAX)),
  ),
  /** A second key, of the part's team or the operator, has to approve it. */
  approver: v.optional(v.literal(true)),
  /** This team has to approve it with the report of the browser gate. */
  gateBy: v.optional(PartNameSchema),
  /** What its screens may weigh, in place of the portal's own budgets (gate/budget.ts). */
  budgets: v.exactOptional(
    v.strictObject(v.entriesFromList(BUDGET_KINDS, v.exactOptional(BudgetSchema))),
  ),
  /** When nothing of it may become live; those of `*` hold for parts with a rule of their own too. */
  freezes: v.exactOptional(v.pipe(v.array(FreezeSchema), v.maxLength(FREEZES_MAX))),
});

/** What the operator says of a slot: whose cards stand first, and whose are switched off. */
export const SlotRuleSchema = v.strictObject({
  first: v.pipe(v.array(PartNameSchema), v.maxLength(100)),
  off: v.pipe(v.array(PartNameSchema), v.maxLength(100)),
});

/** Who asks for an operation: a team, by one of its keys. */
export const ActorSchema = v.strictObject({ team: v.string(), kid: v.string() });
export type Actor = v.InferOutput<typeof ActorSchema>;

/** Releases that are not live, and that a page shows together to who has its address. */
const PreviewSchema = v.object({
  /** The number of the entry that began it; its addresses name it. */
  began: v.number(),
  until: MomentSchema,
  parts: v.record(
    PartNameSchema,
    v.object({
      version: VersionSchema,
      /** Whose it is: as long as that team and key may promote it, it is shown. */
      by: ActorSchema,
    }),
  ),
});

export const EnvironmentStateSchema = v.object({
  /** The digest of the page's configuration, `configurations/<digest>.json` in the store. */
  configuration: v.optional(v.string()),
  shell: v.optional(LivePartSchema),
  remotes: v.record(PartNameSchema, LivePartSchema),
  /** By the team's name. The team `operator` may change everything. */
  teams: v.record(v.string(), TeamSchema),
  /** By the part's name; `*` for every part without a rule of its own. */
  policy: v.optional(v.record(v.string(), PolicyRuleSchema)),
  /** By the slot's name; where there is none, the releases alone say it. */
  slots: v.optional(v.record(SlotNameSchema, SlotRuleSchema)),
  /** By their names; absent where there is none. One that has ended leaves with the next entry. */
  previews: v.optional(v.record(PartNameSchema, PreviewSchema)),
});

export type LivePart = v.InferOutput<typeof LivePartSchema>;
export type Canary = v.InferOutput<typeof CanarySchema>;
export type PolicyRule = v.InferOutput<typeof PolicyRuleSchema>;
export type SlotRule = v.InferOutput<typeof SlotRuleSchema>;
export type Preview = v.InferOutput<typeof PreviewSchema>;
export type Team = v.InferOutput<typeof TeamSchema>;
export type EnvironmentState = v.InferOutput<typeof EnvironmentStateSchema>;

/** Before the first entry. */
export const EMPTY_STATE: EnvironmentState = { remotes: {}, teams: {} };

/** All parts of an environment, the shell first. */
export const partsOf = ({
  shell,
  remotes,
}: Pick<EnvironmentState, 'shell' | 'remotes'>): [name: string, live: LivePart][] => [
  ...(shell ? [['shell', shell] as [string, LivePart]] : []),
  ...Object.entries(remotes).sort(([a], [b]) => (a < b ? -1 : 1)),
];
