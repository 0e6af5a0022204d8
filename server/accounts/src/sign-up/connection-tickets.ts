import type { ConnectedAccount } from '@portal/server-members/connections';
import type { DomainContext } from '@portal/server-platform/database/context';
import { oneTimeSecrets } from '@portal/server-platform/limits/one-time-secrets';
import { connectionTickets } from '../schema/connection-tickets.ts';

/** Long enough to sign up: enter an address, wait for the code and find it. */
export const CONNECTION_TICKET_MS = 30 * 60 * 1000;

const tickets = oneTimeSecrets(connectionTickets);

/**
 * Issues a ticket for the sign-up of somebody who has just proven this account; it is valid once.
 */
export async function issueConnectionTicket(
  context: DomainContext,
  account: ConnectedAccount,
): Promise<string> {
  return (await tickets.issue(context, account, CONNECTION_TICKET_MS)).secret;
}

/** Spends a ticket in the transaction that creates the member; undefined if it is not valid. */
export async function spendConnectionTicket(
  tx: DomainContext,
  ticket: string,
): Promise<ConnectedAccount | undefined> {
  const spent = await tickets.spend(tx, ticket);
  return spent && { connection: spent.connection, subject: spent.subject };
}

/** Whether a ticket could be spent now. */
export async function isValidConnectionTicket(
  context: DomainContext,
  ticket: string,
): Promise<boolean> {
  return (await tickets.find(context, ticket)) !== undefined;
}

/** Removes expired tickets. */
export const purgeConnectionTickets = tickets.purge;
