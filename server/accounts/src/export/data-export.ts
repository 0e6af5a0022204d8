import type { AccountContext } from '@portal/server-members/account-context';
import { recordEvent } from '@portal/server-members/events';
import { portalUrl } from '@portal/server-members/portal-links';
import {
  type ActingMember,
  lockMember,
  withLockedMember,
} from '@portal/server-members/with-locked-member';
import { withTransaction } from '@portal/server-platform/database/with-transaction';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  DATA_EXPORT_LINK_MS,
  DATA_EXPORT_PARAM,
  DATA_EXPORT_PATH,
  todayInJapan,
} from '@portal/shared-contract';
import { issueMailLink, takeMailLink } from '../mail-links/mail-links.ts';
import { collectData } from './collect-data.ts';
import { zipPieces } from './zip-pieces.ts';

const REQUESTS: RateLimit = { name: 'data-export', limit: 3, windowMs: DATA_EXPORT_LINK_MS };

/** Mails the member a link to their data. */
export async function requestDataExport(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<undefined>> {
  const counted = await countHit(context, REQUESTS, memberId);
  if (!counted.allowed) {
    const retryAt = new Date(context.clock.now().getTime() + counted.retryAfter * 1000);
    return err('too_many_attempts', { retryAt });
  }
  return withLockedMember(context, memberId, async (tx, member) => {
    const code = await issueMailLink(tx, member, 'data_export');
    const url = portalUrl(tx, member.locale, DATA_EXPORT_PATH, { [DATA_EXPORT_PARAM]: code });
    await recordEvent(tx, memberId, 'data_export_requested', device);
    const at = tx.clock.now();
    await tx.sendMessage(tx, member, { kind: 'data_export', url, at, device });
    return ok(undefined);
  });
}

/**
 * Spends the link. The ZIP file is made as it is taken, and not kept anywhere.
 * @returns `token.not_found` for a link that was used, has expired or is another member's, which stays
 *   good for that member
 */
export async function takeDataExport(
  context: AccountContext,
  { memberId, device }: ActingMember,
  code: string,
): Promise<Outcome<{ readonly name: string; readonly zip: AsyncIterable<Uint8Array> }>> {
  const taken = await withTransaction(context, async (tx) => {
    const link = await takeMailLink(tx, 'data_export', code, memberId);
    const member = link.kind === 'spent' ? await lockMember(tx, memberId) : undefined;
    if (link.kind !== 'spent' || !member || member.email !== link.row.target) {
      return err('token.not_found');
    }
    await recordEvent(tx, memberId, 'data_exported', device);
    const name = `member-${member.memberCode}-${todayInJapan(tx.clock.now())}.zip`;
    return ok({ name, member });
  });
  if (!taken.ok) return taken;
  const { name, member } = taken.value;
  return ok({ name, zip: zipPieces(collectData(context, member)) });
}
