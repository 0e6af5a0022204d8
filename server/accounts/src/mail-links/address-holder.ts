import { members } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/context';
import { queryRows } from '@portal/server-platform/database/database';
import { sql } from 'drizzle-orm';

/** The member who has an address, with only the fields that public calls need. */
export type AddressHolder = {
  readonly id: string;
  /** In the member's own spelling. */
  readonly email: string;
  /** When the account was closed; the address stays reserved until it is erased. */
  readonly closedAt: Date | null;
  readonly devicesKnownSince: Date | null;
};

/**
 * Looks up an address in the same time whether a member has it or not: the query returns one row
 * either way, and there is no further query.
 */
export async function findAddressHolder(
  { db }: DomainContext,
  emailNormalized: string,
): Promise<AddressHolder | undefined> {
  const [row] = await queryRows<{
    id: string | null;
    email: string | null;
    closed_at: number | null;
    devices_since: number | null;
  }>(
    db,
    sql`select holder.id, holder.email,
        (extract(epoch from holder.closed_at) * 1000)::float8 as closed_at,
        (extract(epoch from holder.devices_known_since) * 1000)::float8 as devices_since
      from (select 1) as always left join ${members} as holder
      on holder.email_normalized = ${emailNormalized}`,
  );
  if (!row?.id || !row.email) return undefined;
  const { id, email, closed_at: closedAt, devices_since: since } = row;
  return { id, email, closedAt: dateOf(closedAt), devicesKnownSince: dateOf(since) };
}

/** @param ms since 1970 */
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
