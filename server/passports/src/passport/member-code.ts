import { randomInt } from 'node:crypto';
import type { DomainContext } from '@portal/server-platform/database/context';
import { eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';

const MEMBER_CODE_DIGITS = 10;

/** Draws an unused number for a passport: ten digits. */
export async function drawMemberCode({ db }: DomainContext): Promise<string> {
  for (;;) {
    const code = String(randomInt(10 ** MEMBER_CODE_DIGITS)).padStart(MEMBER_CODE_DIGITS, '0');
    const taken = await db
      .select({ id: passports.id })
      .from(passports)
      .where(eq(passports.extMemberCode, code));
    if (taken.length === 0) return code;
  }
}
