import { CODES_AHEAD, type GateCode, todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { passports } from '../../db/schema/passports.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import type { DomainContext } from '../context.ts';
import { findPassport } from './access.ts';
import { signGateCode, startOfWindow, windowOf } from './gate-code-format.ts';
import { gateKeys } from './gate-keys.ts';
import { type PassportRecord, passportStatus } from './passport.ts';

export type GateContext = DomainContext & { readonly config: Pick<Config, 'secrets' | 'gateKeys'> };

/**
 * Whether a passport opens a gate today, or why not (product §14.33).
 * @param today in Japan, YYYY-MM-DD
 */
export function opensGate(
  passport: PassportRecord,
  today: string,
): 'yes' | 'canceled' | 'expired' | 'payment_pending' | 'upcoming' | 'transferring' | 'no_photo' {
  const status = passportStatus(passport, today);
  if (status !== 'active') return status;
  if (passport.transferStatus === 'transferring') return 'transferring';
  return passport.photoId ? 'yes' : 'no_photo';
}

/** The error for a passport that opens no gate. */
export function gateRefusal(opens: ReturnType<typeof opensGate>): ReturnType<typeof err> {
  if (opens === 'canceled') return err('ap_passport.canceled_at.access_denied');
  if (opens === 'no_photo') return err('ap_passport.photo.required');
  return err('ap_passport.qr_code_url.access_denied');
}

/** The codes of the current period and the next ones, for the owner (product §14.31, §14.32). */
export async function listGateCodes(
  context: GateContext,
  memberId: string,
  passportId: string,
): Promise<Outcome<readonly GateCode[]>> {
  const found = await findPassport(context, memberId, passportId);
  if (!found.ok) return found;
  const { passport, role } = found.value;
  if (role !== 'owner') return err('ap_passport.user.access_denied');
  const now = context.clock.now();
  const opens = opensGate(passport, todayInJapan(now));
  if (opens !== 'yes') return gateRefusal(opens);
  const first = windowOf(now);
  const windows = Array.from({ length: CODES_AHEAD }, (_, ahead) => first + ahead);
  return ok(windows.map((window) => codeOf(context, passport, window)));
}

/** The code of the current period; `undefined` if the version is old or the passport opens no gate. */
export async function currentGateCode(
  context: GateContext,
  passportId: string,
  version: number,
): Promise<GateCode | undefined> {
  const [passport] = await context.db.select().from(passports).where(eq(passports.id, passportId));
  const now = context.clock.now();
  if (!passport || passport.codeVersion !== version) return undefined;
  if (opensGate(passport, todayInJapan(now)) !== 'yes') return undefined;
  return codeOf(context, passport, windowOf(now));
}

function codeOf({ config }: GateContext, passport: PassportRecord, window: number): GateCode {
  const claims = { passportId: passport.id, window, version: passport.codeVersion };
  return {
    text: signGateCode(gateKeys(config).signing, claims),
    valid_from: startOfWindow(window).toISOString(),
    valid_until: startOfWindow(window + 1).toISOString(),
  };
}
