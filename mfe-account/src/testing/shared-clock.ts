import type { TestServer } from '@portal/server/testing';

/** From here on the member's clock shows what the server's shows, and stands still with it. */
export function shareClock({ clock }: TestServer): void {
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now().getTime());
}

/** So much time passes. The session is renewed meanwhile, as it is in a browser by itself. */
export async function letPass(
  server: TestServer,
  memberId: string,
  milliseconds: number,
): Promise<void> {
  server.clock.advance(milliseconds);
  const { accessToken } = await server.signInAs(memberId);
  localStorage.setItem('access_token', accessToken);
}
