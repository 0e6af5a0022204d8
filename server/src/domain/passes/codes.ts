import { CODES_AHEAD, type GateCode, todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { DomainContext } from '../../context.ts';
import { passports } from '../../db/schema/passes.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { findPass } from './access.ts';
import { signGateCode, startOfWindow, windowOf } from './gate-code.ts';
import { gateKeys } from './gate-keys.ts';
import { type PassRecord, passStatus } from './pass.ts';

export type GateContext = DomainContext & { readonly config: Pick<Config, 'secrets' | 'gateKeys'> };

/** Whether a pass opens a gate today; if not, why. */
export function opensGate(
  pass: PassRecord,
  today: string,
): 'yes' | 'canceled' | 'expired' | 'payment_pending' | 'upcoming' | 'transferring' | 'no_photo' {
  const status = passStatus(pass, today);
  if (status !== 'active') return status;
  if (pass.transferStatus === 'transferring') return 'transferring';
  return pass.photoId ? 'yes' : 'no_photo';
}

/** The present code of the member's pass and the next ones. */
export async function listCodes(
  context: GateContext,
  memberId: string,
  passId: string,
): Promise<Outcome<readonly GateCode[]>> {
  const found = await findPass(context, memberId, passId);
  if (!found.ok) return found;
  const { pass, role } = found.value;
  if (role !== 'owner') return refused('ap_passport.user.access_denied');
  const now = context.clock.now();
  const verdict = opensGate(pass, todayInJapan(now));
  if (verdict === 'canceled') return refused('ap_passport.canceled_at.access_denied');
  if (verdict === 'no_photo') return refused('ap_passport.photo.required');
  if (verdict !== 'yes') return refused('ap_passport.qr_code_url.access_denied');
  const first = windowOf(now);
  const windows = Array.from({ length: CODES_AHEAD }, (_, ahead) => first + ahead);
  return done(windows.map((window) => codeOf(context, pass, window)));
}

/** The present code, for its picture; `undefined` for a pass that opens no gate. */
export async function presentCode(
  context: GateContext,
  passId: string,
  version: number,
): Promise<GateCode | undefined> {
  const [pass] = await context.db.select().from(passports).where(eq(passports.id, passId));
  const now = context.clock.now();
  if (!pass || pass.codeVersion !== version) return undefined;
  if (opensGate(pass, todayInJapan(now)) !== 'yes') return undefined;
  return codeOf(context, pass, windowOf(now));
}

function codeOf({ config }: GateContext, pass: PassRecord, window: number): GateCode {
  const claims = { passId: pass.id, window, version: pass.codeVersion };
  return {
    text: signGateCode(gateKeys(config).signing, claims),
    valid_from: startOfWindow(window).toISOString(),
    valid_until: startOfWindow(window + 1).toISOString(),
  };
}
