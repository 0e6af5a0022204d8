import {
  isProfileComplete,
  type Locale,
  type ProfileFacts,
  type User,
} from '@portal/shared-contract';
import { barePath, localeOf, localizedPath } from '@portal/shared-i18n';
import * as v from 'valibot';
import { authStore, userAtom } from './atoms.ts';
import { browserPlatform, type Platform } from './platform.ts';
import { ownAddress, parseJson } from './redirect-address.ts';
import { AFTER_SIGN_IN } from './stored-names.ts';
import { storedSubject } from './stored-subject.ts';

/** What may come between a sign-in and the address it leads to, in this order, each once. */
export const INTERLUDES = ['/verify-term', '/verify-user', '/register'] as const;
export type Interlude = (typeof INTERLUDES)[number];

export type InterludeFacts = ProfileFacts &
  Pick<User, 'email_verified' | 'terms_accepted_version' | 'terms_current_version'>;

const HOME = '/my-page';

const NEEDED: Readonly<Record<Interlude, (member: InterludeFacts) => boolean>> = {
  // Versions are dates; who has accepted a newer one than the one in force has accepted enough.
  '/verify-term': ({ terms_accepted_version: accepted, terms_current_version: current }) =>
    accepted === null || accepted < current,
  '/verify-user': ({ email_verified }) => !email_verified,
  '/register': (member) => !isProfileComplete(member),
};

/** The next thing that this member is still to be asked for; undefined lets them through. */
export function interludeFor(
  member: InterludeFacts,
  passed: readonly Interlude[],
): Interlude | undefined {
  return INTERLUDES.find((stop) => !passed.includes(stop) && NEEDED[stop](member));
}

const JourneySchema = v.object({
  /** Checked to be an address of ours whenever it is read. */
  target: v.string(),
  passed: v.array(v.picklist(INTERLUDES)),
  owner: v.optional(v.string()),
});
type Journey = v.InferOutput<typeof JourneySchema>;

/**
 * Where a member goes who has just signed in: to the first interlude, or to `target`, which is kept
 * until they have been let through.
 * @param member undefined where they could not be loaded: then nothing stands in the way
 */
export function afterSignIn(target: string, member: InterludeFacts | undefined): string {
  return goOn({ target, passed: [], owner: storedSubject() }, member, localeOf(target));
}

/**
 * Where a member goes who is done with an interlude, or has put it off.
 * @param locale the language they see now, which they may have changed on the way
 */
export function letThrough(done: Interlude, locale: Locale): string {
  const kept = read(platform());
  const journey = kept ?? { target: HOME, passed: [...INTERLUDES] };
  const passed = [...journey.passed, done];
  return goOn({ ...journey, passed }, authStore.get(userAtom) ?? undefined, locale);
}

function goOn(journey: Journey, member: InterludeFacts | undefined, locale: Locale): string {
  const { sessionStorage, page } = platform();
  const next = member && interludeFor(member, journey.passed);
  sessionStorage.set(AFTER_SIGN_IN, next ? JSON.stringify(journey) : undefined);
  if (next) return localizedPath(next, locale);
  const target = ownAddress(journey.target, page.origin);
  return localizedPath(target && !isInterlude(target) ? target : HOME, locale);
}

/** Who was on one of these pages when they signed in has no other place to go to than home. */
function isInterlude(address: string): boolean {
  const path = barePath(address);
  return INTERLUDES.some((stop) => path === stop || path.startsWith(`${stop}/`));
}

function read({ sessionStorage }: Platform): Journey | undefined {
  const kept = v.safeParse(JourneySchema, parseJson(sessionStorage.get(AFTER_SIGN_IN)));
  return kept.success && kept.output.owner === storedSubject() ? kept.output : undefined;
}

const platform = () => browserPlatform(window as Window & typeof globalThis);
