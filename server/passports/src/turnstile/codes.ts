import type { DomainContext } from '@portal/server-platform/database/database';
import { findRow, updateRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { CODES_AHEAD, type TurnstileCode, todayInJapan } from '@portal/shared-contract';
import { sql } from 'drizzle-orm';
import { findOwnPassport } from '../passport/access.ts';
import { lacksPhoto, type PassportRecord, passportStatus } from '../passport/passport.ts';
import { passports } from '../schema/passports.ts';
import type { PassportSettings } from '../settings.ts';
import { signTurnstileCode, startOfWindow, turnstileKeys, windowOf } from './code-format.ts';

export type TurnstileContext = DomainContext & {
  readonly config: Pick<PassportSettings, 'secrets' | 'turnstileKeys'>;
};

/** Whether a passport opens a turnstile today (in Japan, YYYY-MM-DD), or why not. */
export function opensTurnstile(
  passport: PassportRecord,
  today: string,
): 'yes' | 'canceled' | 'expired' | 'payment_pending' | 'upcoming' | 'transferring' | 'no_photo' {
  const status = passportStatus(passport, today);
  if (status !== 'active') return status;
  if (passport.transferStatus === 'transferring') return 'transferring';
  return lacksPhoto(passport) ? 'no_photo' : 'yes';
}

export function turnstileRefusal(opens: ReturnType<typeof opensTurnstile>): ReturnType<typeof err> {
  if (opens === 'canceled') return err('ap_passport.canceled_at.access_denied');
  if (opens === 'no_photo') return err('ap_passport.photo.required');
  return err('ap_passport.qr_code_url.access_denied');
}

/** The codes of the current period and the next ones, for the owner. */
export async function listTurnstileCodes(
  context: TurnstileContext,
  memberId: string,
  passportId: string,
): Promise<Outcome<readonly TurnstileCode[]>> {
  const found = await findOwnPassport(context, memberId, passportId);
  if (!found.ok) return found;
  const { passport } = found.value;
  const now = context.clock.now();
  const opens = opensTurnstile(passport, todayInJapan(now));
  if (opens !== 'yes') return turnstileRefusal(opens);
  const first = windowOf(now);
  const windows = Array.from({ length: CODES_AHEAD }, (_, ahead) => first + ahead);
  return ok(windows.map((window) => codeOf(context, passport, window)));
}

/** The code of the current period; `undefined` if the version is old or the passport opens no turnstile. */
export async function currentTurnstileCode(
  context: TurnstileContext,
  passportId: string,
  version: number,
): Promise<TurnstileCode | undefined> {
  const which = { id: passportId, codeVersion: version };
  const passport = await findRow(context, passports, which);
  const now = context.clock.now();
  if (!passport || opensTurnstile(passport, todayInJapan(now)) !== 'yes') return undefined;
  return codeOf(context, passport, windowOf(now));
}

function codeOf({ config }: TurnstileContext, passport: PassportRecord, window: number) {
  const claims = { passportId: passport.id, window, version: passport.codeVersion };
  return {
    text: signTurnstileCode(turnstileKeys(config).signing, claims),
    valid_from: startOfWindow(window).toISOString(),
    valid_until: startOfWindow(window + 1).toISOString(),
  };
}

/** Voids all codes and grants of a member's passports, because whoever is signed out may hold some. */
export async function voidTurnstileCodes(context: DomainContext, ownerId: string): Promise<void> {
  const codeVersion = sql`${passports.codeVersion} + 1`;
  await updateRows(
    context,
    passports,
    { ownerId },
    { codeVersion, updatedAt: context.clock.now() },
  );
}
