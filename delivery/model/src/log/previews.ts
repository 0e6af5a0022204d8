import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { VersionSchema } from '../document.ts';
import { type Actor, type EnvironmentState, type Preview, PreviewIdSchema } from '../state.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import { OPERATOR, teamOf } from './teams.ts';

export const PREVIEW_MINUTES_MAX = 14 * 24 * 60;
/** In how many previews one part may be, so that no team takes the place of others. */
const PREVIEWS_OF_PART_MAX = 20;
const MINUTE_MS = 60_000;

/**
 * A release is shown in the preview of this name, beside those that other teams show in it, in place of an earlier
 * version of its part. Nothing of what is live changes.
 */
export const SetPreviewSchema = v.strictObject({
  type: v.literal('setPreview'),
  name: PartNameSchema,
  /** For its address; one that has an address already keeps it. */
  id: PreviewIdSchema,
  part: PartNameSchema,
  version: VersionSchema,
  /** How long from now on, at least: of several teams the latest end counts. */
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PREVIEW_MINUTES_MAX)),
});

/** A team takes what is its own out of a preview, the operator all of it. Without a part a preview has ended. */
export const EndPreviewSchema = v.strictObject({
  type: v.literal('endPreview'),
  name: PartNameSchema,
});

type Head = { readonly at: string; readonly by: Actor };

export function previewOf(
  { previews = {} }: Pick<EnvironmentState, 'previews'>,
  name: string,
  at: string,
): Preview | undefined {
  const preview = Object.hasOwn(previews, name) ? previews[name] : undefined;
  return preview && isOver(preview, at) ? undefined : preview;
}

export function withoutEndedPreviews(state: EnvironmentState, at: string): EnvironmentState {
  const { previews, ...others } = state;
  if (!previews) return state;
  const left = Object.entries(previews).filter(([, preview]) => !isOver(preview, at));
  return left.length > 0 ? { ...others, previews: Object.fromEntries(left) } : others;
}

const isOver = ({ until }: Preview, at: string) => Date.parse(until) <= Date.parse(at);

export function setPreview(
  state: EnvironmentState,
  { name, id, part, version, minutes }: v.InferOutput<typeof SetPreviewSchema>,
  { at, by: { team: by } }: Head,
): EnvironmentState | ReleaseRefusal {
  const { previews = {} } = state;
  const known = previewOf(state, name, at);
  const asked = new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString();
  const parts = { ...known?.parts, [part]: { version, by } };
  const others = Object.entries(previews)
    .filter(([other, preview]) => other !== name && Object.hasOwn(preview.parts, part))
    .map(([other]) => other);
  if (others.length >= PREVIEWS_OF_PART_MAX) {
    return refusal(
      'too-many-previews',
      `${part} is in ${PREVIEWS_OF_PART_MAX} previews already: ${others.sort().join(', ')}.`,
      'End one of them first: `portal preview end <name>`.',
    );
  }
  const until = known && known.until > asked ? known.until : asked;
  const preview = { id: known?.id ?? id, until, parts };
  return { ...state, previews: { ...previews, [name]: preview } };
}

export function endPreview(
  state: EnvironmentState,
  { name }: v.InferOutput<typeof EndPreviewSchema>,
  { at, by: { team } }: Head,
): EnvironmentState | ReleaseRefusal {
  const known = previewOf(state, name, at);
  if (!known) {
    return refusal(
      'no-such-preview',
      `There is no preview ${name}, or it has ended.`,
      'See with `portal status` which there are.',
    );
  }
  const own = teamOf(state, team)?.parts ?? [];
  const left = Object.entries(known.parts).filter(
    ([part, { by }]) => team !== OPERATOR && by !== team && !own.includes(part),
  );
  if (left.length === Object.keys(known.parts).length) {
    return refusal(
      'not-in-preview',
      `The preview ${name} has no part of the team ${team}.`,
      'A team ends what is its own; ask the other teams, or the operator, who ends the whole.',
    );
  }
  const { previews: { [name]: _ended, ...others } = {}, ...rest } = state;
  const previews = {
    ...others,
    ...(left.length > 0 && { [name]: { ...known, parts: Object.fromEntries(left) } }),
  };
  return Object.keys(previews).length > 0 ? { ...rest, previews } : rest;
}
