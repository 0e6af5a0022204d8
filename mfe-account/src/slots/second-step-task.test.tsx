import { startTestServer, type TestServer } from '@portal/kit/testing';
import { cardAsScreen, openScreenAs } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
import * as routes from '../routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// @proves 13.1 7.742
test.each([
  ['/en/card', 'Two-step verification is switched off', '/en/account/security'],
  ['/card', '2段階認証で、もっと安全に', '/account/security'],
])('at %s it leads to where the thing is done', async (path, name, to) => {
  await openScreenAs(server, { routes: cardAsScreen(routes, 'home.tasks'), path, member: {} });
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
});
