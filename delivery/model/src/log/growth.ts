import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { VersionSchema } from '../document.ts';
import {
  type Canary,
  GROWTH_MINUTES_MAX,
  type LivePart,
  ReasonSchema,
  ShareSchema,
} from '../state.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';

const STEPS_MAX = 20;
const MINUTE_MS = 60_000;

export const GrowthSchema = v.strictObject({
  /** Per cent; 100 makes it live for everybody. */
  shares: v.pipe(
    v.array(ShareSchema),
    v.minLength(1),
    v.maxLength(STEPS_MAX),
    v.check(
      (shares) => shares.every((share, at) => at === 0 || share > (shares[at - 1] ?? 0)),
      'each share larger than the one before',
    ),
  ),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(GROWTH_MINUTES_MAX)),
});

/** The portal itself lets a canary grow to its next share. */
export const GrowSchema = v.strictObject({
  type: v.literal('grow'),
  part: PartNameSchema,
  canary: VersionSchema,
  share: ShareSchema,
  reason: ReasonSchema,
});
export type Grow = v.InferOutput<typeof GrowSchema>;

/** Why a promotion cannot have the further steps that it names; undefined if it can, or names none. */
export const stepsRefusal = ({
  share,
  growth,
}: {
  readonly share?: number | undefined;
  readonly growth?: v.InferOutput<typeof GrowthSchema> | undefined;
}): ReleaseRefusal | undefined =>
  !growth || (share !== undefined && share < (growth.shares[0] ?? 0))
    ? undefined
    : refusal(
        'steps-do-not-grow',
        'The first step has to be a share, and each further one larger.',
        'Give the steps in their order: --steps 5,25,50,100',
      );

export const nextStepAt = ({ since, minutes }: NonNullable<Canary['growth']>): string =>
  new Date(Date.parse(since) + minutes * MINUTE_MS).toISOString();

/** The canary of this version, if this is its next step: of several servers the second finds the step taken. */
export function canaryToGrow(
  live: LivePart | undefined,
  { canary: version, share }: Grow,
): Canary | undefined {
  const canary = live?.canary?.version === version ? live.canary : undefined;
  return canary?.growth?.shares[0] === share ? canary : undefined;
}

export function grownCanary(canary: Canary, at: string): Canary {
  const { growth, ...rest } = canary;
  const [share = rest.share, ...shares] = growth?.shares ?? [];
  if (!growth || shares.length === 0) return { ...rest, share };
  return { ...rest, share, growth: { ...growth, shares, since: at } };
}

export function withoutGrowth({ growth: _ended, ...canary }: Canary): Canary {
  return canary;
}
