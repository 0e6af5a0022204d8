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

/** The further steps of a canary: to which shares it grows, and after how long each. */
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
  /** What browsers have reported of it. */
  reason: ReasonSchema,
});
export type Grow = v.InferOutput<typeof GrowSchema>;

/** Why a promotion cannot have the further steps that it names; undefined if it can, or names none. */
export function stepsRefusal({
  share,
  growth,
}: {
  readonly share?: number | undefined;
  readonly growth?: v.InferOutput<typeof GrowthSchema> | undefined;
}): ReleaseRefusal | undefined {
  if (!growth || (share !== undefined && share < (growth.shares[0] ?? 0))) return undefined;
  return refusal(
    'steps-do-not-grow',
    'The first step has to be a share, and each further one larger.',
    'Give the steps in their order: --steps 5,25,50,100',
  );
}

/** When a canary may take its next step at the earliest, ISO 8601. */
export const nextStepAt = ({ since, minutes }: NonNullable<Canary['growth']>): string =>
  new Date(Date.parse(since) + minutes * MINUTE_MS).toISOString();

/** Why a canary does not take this step now; undefined if it does. */
export function growthRefusal(
  live: LivePart | undefined,
  { part, canary: version, share }: Grow,
  at: string,
): ReleaseRefusal | undefined {
  const canary = live?.canary?.version === version ? live.canary : undefined;
  const growth = canary?.growth;
  if (growth?.shares[0] !== share) {
    return refusal(
      'no-such-step',
      `${version} of ${part} is no canary that grows to ${share} per cent next.`,
      'Look at what is live.',
    );
  }
  const due = nextStepAt(growth);
  if (Date.parse(at) >= Date.parse(due)) return undefined;
  return refusal('too-early', `The next step of ${part} ${version} is due at ${due}.`, 'Wait.');
}

/** The canary after its next step, with those that are left. */
export function grownCanary(canary: Canary, at: string): Canary {
  const { growth, ...rest } = canary;
  const [share = rest.share, ...shares] = growth?.shares ?? [];
  if (!growth || shares.length === 0) return { ...rest, share };
  return { ...rest, share, growth: { ...growth, shares, since: at } };
}

/** A canary that grows by itself no more. */
export function withoutGrowth({ growth: _ended, ...canary }: Canary): Canary {
  return canary;
}
