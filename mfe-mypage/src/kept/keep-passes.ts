import type { Result } from '@portal/kit/api';
import { KEPT_GRANTS, KEPT_PASSES, keepForMember, keptForMember } from '@portal/kit/auth';
import {
  hasEnded,
  isUnpaid,
  type Passport,
  PROFILE_FIELD_NAMES,
  todayInJapan,
  type User,
} from '@portal/kit/contract';
import type { Deferred } from '@portal/kit/routing';
import type { PassportPage } from '../passports/passport-page.ts';
import { keptGrants } from './kept-grants.ts';

const DAY_MS = 86_400_000;

type Loaded<T> = Deferred<Result<T>>;

/**
 * Keeps what a turnstile needs of the passes that open one today or tomorrow, until tomorrow ends in Japan: pass, photo
 * and a grant; of the member name and code. Nothing where there is no worker. `subject`: the member at the provider.
 */
export async function keepPasses(
  subject: string,
  member: Loaded<User>,
  passports: Loaded<PassportPage>,
  now = new Date(),
): Promise<void> {
  if (!navigator.serviceWorker) return;
  // The first visit registers it; without one this waits for ever.
  await navigator.serviceWorker.ready;
  const [user, page] = await Promise.all([loaded(member), loaded(passports)]);
  if (!user.ok || !page.ok) return;
  const days = { today: todayInJapan(now), tomorrow: todayInJapan(new Date(+now + DAY_MS)) };
  const passes = page.data.data.filter((pass) => isNearlyValid(pass, days));
  const kept = await Promise.all(passes.map(withOwnPhoto));
  const grants = await keptGrants(kept, (await keptForMember())?.deviceKey);
  const meta = { ...page.data.meta, total: kept.length, last_page: 1 };
  const all = {
    until: Date.parse(`${days.tomorrow}T23:59:59+09:00`),
    ...(grants && { worksUntil: grants.worksUntil, deviceKey: grants.deviceKey }),
    answers: {
      '/userinfo?': nameOnly(user.data),
      // Without one, the home must not say that there are none.
      ...(kept.length > 0 && { [KEPT_PASSES]: { data: kept, meta } }),
      ...(grants && { [KEPT_GRANTS]: grants.byPass }),
      ...Object.fromEntries(kept.map((pass) => [`/passports/${pass.id}?`, { data: pass }])),
    },
  };
  await keepForMember(all, subject);
  // The installed app asks nobody; in a tab, one browser would ask the member (the settings have a button).
  if (kept.length > 0 && window.matchMedia('(display-mode: standalone)').matches)
    await navigator.storage?.persist?.();
}

const loaded = async <T>(data: Deferred<T>): Promise<T> => ('now' in data ? data.now : data.later);

/** @param days in Japan, YYYY-MM-DD */
function isNearlyValid(
  pass: Passport,
  { today, tomorrow }: { readonly today: string; readonly tomorrow: string },
): boolean {
  const opensTurnstiles =
    pass.role === 'owner' && pass.transfer === null && !isUnpaid(pass) && !hasEnded(pass);
  return opensTurnstiles && pass.usage_start_date <= tomorrow && today <= pass.ext_expiration_date;
}

/** What a screen shows of the member without a connection; the language is none of the details. */
const KEPT = ['last_name', 'first_name', 'locale'];

/** In place of the address, which an answer of the API always has (RFC 2606 §2). */
const NO_ADDRESS = 'not-kept@example.invalid';

/** The member without the details that no turnstile needs. */
function nameOnly(user: User): User {
  const others = PROFILE_FIELD_NAMES.filter((name) => !KEPT.includes(name));
  const without = Object.fromEntries(others.map((name) => [name, null]));
  return { ...user, ...without, email: NO_ADDRESS } as User;
}

/** The pass with the photo itself in place of its address, which works for some minutes alone. */
async function withOwnPhoto(pass: Passport): Promise<Passport> {
  if (pass.photo === null || pass.photo.startsWith('data:')) return pass;
  const photo = await fetch(pass.photo)
    .then((answer) => (answer.ok ? answer.blob() : undefined))
    .then((blob) => (blob ? dataUrl(blob) : null))
    // A pass without its photo is better than none.
    .catch(() => null);
  return { ...pass, photo };
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
