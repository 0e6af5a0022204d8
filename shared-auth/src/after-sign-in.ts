import {
  type Locale,
  lacksAccountDetails,
  type ProfileFacts,
  type User,
} from '@portal/shared-contract';
import { barePath, localeOf, localizedPath } from '@portal/shared-i18n';
import * as v from 'valibot';
import { authStore, userAtom } from './atoms.ts';
import { storedSubject } from './member.ts';
import { HOME_PATH, LINK_PATH, TERMS_PATH } from './paths.ts';
import { currentPlatform } from './platform.ts';
import { parseJson, returnToSchema } from './return-to.ts';
import { AFTER_SIGN_IN } from './stored-names.ts';

/** What may come between a sign-in and its returnTo, in this order, each at most once. */
const POST_SIGN_IN_STEPS = [LINK_PATH, TERMS_PATH, '/verify-user', '/register'] as const;
export type PostSignInStep = (typeof POST_SIGN_IN_STEPS)[number];

export type PostSignInFacts = ProfileFacts &
  Pick<User, 'email_verified' | 'terms_accepted_version' | 'terms_current_version'>;

const IS_NEEDED: Readonly<Record<PostSignInStep, (member: PostSignInFacts) => boolean>> = {
  // Before it there is no member: the API says so.
  [LINK_PATH]: () => false,
  [TERMS_PATH]: hasTermsToAccept,
  '/verify-user': ({ email_verified }) => !email_verified,
  '/register': lacksAccountDetails,
};

/** Whether the API refuses calls until terms are accepted. Versions are dates: a newer one is enough. */
export function hasTermsToAccept({
  terms_accepted_version: accepted,
  terms_current_version: current,
}: Pick<User, 'terms_accepted_version' | 'terms_current_version'>): boolean {
  return accepted === null || accepted < current;
}

/** The next step that this member needs and has not passed; undefined where none is left. */
export function postSignInStepFor(
  member: PostSignInFacts,
  passed: readonly PostSignInStep[],
): PostSignInStep | undefined {
  return POST_SIGN_IN_STEPS.find((step) => !passed.includes(step) && IS_NEEDED[step](member));
}

type Journey = {
  readonly returnTo?: string | undefined;
  readonly passed: readonly PostSignInStep[];
  /** The subject of the member, so that nobody else on this device takes it over. */
  readonly owner?: string | undefined;
};

/**
 * Where a member goes after signing in: to the first post-sign-in step, or to `returnTo`, which is
 * kept until the steps are passed.
 * @param member undefined where the member could not be loaded: then no step comes between
 */
export function afterSignIn(returnTo: string, member: PostSignInFacts | undefined): string {
  return nextAddress({ returnTo, passed: [], owner: storedSubject() }, member, localeOf(returnTo));
}

/**
 * Where a member goes after a post-sign-in step that is done or put off.
 * @param locale the language shown now, which may have changed since the sign-in
 */
export function afterPostSignInStep(done: PostSignInStep, locale: Locale): string {
  const journey = readJourney() ?? { passed: POST_SIGN_IN_STEPS };
  const passed = [...journey.passed, done];
  return nextAddress({ ...journey, passed }, authStore.get(userAtom) ?? undefined, locale);
}

/**
 * Where a member goes when the API has refused a call because a step is needed. No other step is asked
 * for; this one leads to `returnTo`, where each flow has kept what was typed.
 */
export function stepBefore(step: PostSignInStep, returnTo: string): string {
  const passed = POST_SIGN_IN_STEPS.filter((other) => other !== step);
  keepJourney({ returnTo, passed, owner: storedSubject() });
  return localizedPath(step, localeOf(returnTo));
}

function nextAddress(
  journey: Journey,
  member: PostSignInFacts | undefined,
  locale: Locale,
): string {
  const step = member && postSignInStepFor(member, journey.passed);
  keepJourney(step && journey);
  const { returnTo = HOME_PATH } = journey;
  // A sign-in that began on a post-sign-in step has no other place to lead to than home.
  return localizedPath(step ?? (isPostSignInStep(returnTo) ? HOME_PATH : returnTo), locale);
}

/** @param address a path, perhaps with a query and a fragment */
function isPostSignInStep(address: string): boolean {
  const [path = ''] = barePath(address).split(/[?#]/);
  return POST_SIGN_IN_STEPS.some((step) => path === step || path.startsWith(`${step}/`));
}

function keepJourney(journey: Journey | undefined): void {
  currentPlatform().sessionStorage.set(AFTER_SIGN_IN, journey && JSON.stringify(journey));
}

function readJourney(): Journey | undefined {
  const { sessionStorage, page } = currentPlatform();
  const JourneySchema = v.object({
    returnTo: returnToSchema(page.origin),
    passed: v.array(v.picklist(POST_SIGN_IN_STEPS)),
    owner: v.optional(v.string()),
  });
  const stored = v.safeParse(JourneySchema, parseJson(sessionStorage.get(AFTER_SIGN_IN)));
  return stored.success && stored.output.owner === storedSubject() ? stored.output : undefined;
}
