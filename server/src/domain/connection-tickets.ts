import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { connectionTickets } from '../db/schema/connection-tickets.ts';
import type { ConnectedAccount } from './connections.ts';

/** Long enough to type an address, wait for its code and find it. */
export const CONNECTION_TICKET_MS = 30 * 60 * 1000;
const TICKET_BYTES = 32;

/** A ticket for the sign-up of whoever has just proven this account; it is good once, for 30 minutes. */
export async function issueConnectionTicket(
  { db, clock }: DomainContext,
  { connection, subject }: ConnectedAccount,
): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + CONNECTION_TICKET_MS);
  await db
    .insert(connectionTickets)
    .values({ ticketHash: hashOf(ticket), connection, subject, expiresAt });
  return ticket;
}

/**
 * Uses a ticket up; `undefined` for one that is unknown, used or over. Hand in the transaction that
 * makes the member, and call it when nothing else can refuse any more: of two calls at once the
 * second waits for the first, and finds the ticket only if that was rolled back.
 */
export async function spendConnectionTicket(
  { db, clock }: DomainContext,
  ticket: string,
): Promise<ConnectedAccount | undefined> {
  const [spent] = await db
    .delete(connectionTickets)
    .where(isGood(ticket, clock.now()))
    .returning({ connection: connectionTickets.connection, subject: connectionTickets.subject });
  return spent;
}

/** Whether a ticket could be used now; uses nothing up. */
export async function isGoodConnectionTicket(
  { db, clock }: DomainContext,
  ticket: string,
): Promise<boolean> {
  const found = await db
    .select({ connection: connectionTickets.connection })
    .from(connectionTickets)
    .where(isGood(ticket, clock.now()));
  return found.length > 0;
}

/** Removes those that nobody came back with. */
export async function purgeConnectionTickets({ db, clock }: DomainContext): Promise<void> {
  await db.delete(connectionTickets).where(lte(connectionTickets.expiresAt, clock.now()));
}

const isGood = (ticket: string, now: Date) =>
  and(eq(connectionTickets.ticketHash, hashOf(ticket)), gt(connectionTickets.expiresAt, now));

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
