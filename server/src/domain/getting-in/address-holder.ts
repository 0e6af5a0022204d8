import { sql } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { queryRows } from '../../db/database.ts';
import { members } from '../../db/schema/members.ts';

/** The member who has an address, with no more than a stranger's call needs to know of them. */
export type AddressHolder = {
  readonly id: string;
  /** In the member's own spelling. */
  readonly email: string;
  /** The member has left; the address stays theirs. */
  readonly left: boolean;
};

/**
 * Looks an address up in the same time whether a member has it or not: the query answers one row either
 * way, and reads nothing beside it.
 */
export async function findAddressHolder(
  { db }: DomainContext,
  emailNormalized: string,
): Promise<AddressHolder | undefined> {
  const [row] = await queryRows<{ id: string | null; email: string | null; left: boolean }>(
    db,
    sql`select holder.id, holder.email, holder.cancelled_at is not null as left
      from (select 1) as always left join ${members} as holder
      on holder.email_normalized = ${emailNormalized}`,
  );
  return row?.id && row.email ? { id: row.id, email: row.email, left: row.left } : undefined;
}
