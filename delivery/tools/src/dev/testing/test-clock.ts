import type { TestServer } from '@portal/server-testing';

/** Makes `Date.now()` follow the server's test clock. */
export function followServerClock({ clock }: TestServer): void {
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now().getTime());
}

/** Advances the clock and renews the session, as a browser does by itself. */
export async function advanceClock(
  server: TestServer,
  memberId: string,
  milliseconds: number,
): Promise<void> {
  server.clock.advance(milliseconds);
  await server.renewSessions(memberId);
}
