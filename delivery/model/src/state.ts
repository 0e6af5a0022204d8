import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { SegmentSchema, VersionSchema } from './document.ts';

/** Of 256 slices of browsers; see `isInCanary`. */
export const SLICES = 256;

const TEXT_MAX = 500;
export const ReasonSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(TEXT_MAX));

const MomentSchema = v.pipe(v.string(), v.isoTimestamp());

/** Of the browsers, in per cent. */
export const EVERYBODY = 100;
export const ShareSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(EVERYBODY));
export const GROWTH_MINUTES_MAX = 30 * 24 * 60;
export const GATES_KEPT = 20;

const CanarySchema = v.object({
  version: VersionSchema,
  share: ShareSchema,
  /** Where the slices begin, so that not the same members try every canary. */
  offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SLICES - 1)),
  /** The steps that are left; absent of a canary that does not grow by itself. */
  growth: v.optional(
    v.object({
      shares: v.array(ShareSchema),
      minutes: v.number(),
      since: MomentSchema,
    }),
  ),
});

export const LivePartSchema = v.object({
  /** Absent of a remote whose first release is a canary: the other browsers have no such remote. */
  stable: v.optional(VersionSchema),
  /** When `stable`, or that first canary, became live. */
  since: MomentSchema,
  /** The release before `stable`, which a browser falls back to and `rollback` returns to. */
  previous: v.optional(VersionSchema),
  canary: v.optional(CanarySchema),
  /** The part is switched off; its routes show words until it is promoted again. */
  killed: v.optional(v.object({ at: MomentSchema, reason: v.string() })),
});

export const TeamSchema = v.object({
  parts: v.array(PartNameSchema),
  segments: v.array(SegmentSchema),
});

/** Who asks for an operation: a team, by the token of this name. */
export const ActorSchema = v.strictObject({ team: v.string(), token: v.string() });
export type Actor = v.InferOutput<typeof ActorSchema>;

/** Made by chance, so that nobody guesses the address of a preview. */
export const PreviewIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{32,64}$/));

/** Releases that are not live, and that a page shows together to who has its address. */
const PreviewSchema = v.object({
  /** In its address: who knows it sees the preview. */
  id: PreviewIdSchema,
  until: MomentSchema,
  parts: v.record(
    PartNameSchema,
    v.object({
      version: VersionSchema,
      /** Whose it is: as long as that team may promote it, it is shown. */
      by: v.string(),
    }),
  ),
});

export const EnvironmentStateSchema = v.object({
  configuration: v.optional(v.string()),
  shell: v.optional(LivePartSchema),
  remotes: v.record(PartNameSchema, LivePartSchema),
  /** By the team's name. The team `operator` may change everything. */
  teams: v.record(v.string(), TeamSchema),
  /** By the part's name: the releases that have passed the gate, the latest first. */
  passed: v.optional(v.record(PartNameSchema, v.array(VersionSchema))),
  /** By their names; absent where there is none. One that has ended leaves with the next entry. */
  previews: v.optional(v.record(PartNameSchema, PreviewSchema)),
});

export type LivePart = v.InferOutput<typeof LivePartSchema>;
export type Canary = v.InferOutput<typeof CanarySchema>;
export type Preview = v.InferOutput<typeof PreviewSchema>;
export type Team = v.InferOutput<typeof TeamSchema>;
export type EnvironmentState = v.InferOutput<typeof EnvironmentStateSchema>;

/** Before the first entry. */
export const EMPTY_STATE: EnvironmentState = { remotes: {}, teams: {} };

export const partsOf = ({
  shell,
  remotes,
}: Pick<EnvironmentState, 'shell' | 'remotes'>): [name: string, live: LivePart][] => [
  ...(shell ? [['shell', shell] as [string, LivePart]] : []),
  ...Object.entries(remotes).sort(([a], [b]) => (a < b ? -1 : 1)),
];
