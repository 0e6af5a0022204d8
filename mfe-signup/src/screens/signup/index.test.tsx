import { sharedServer } from '@portal/kit/testing';
import { openScreen } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
import * as routes from '../../routes.ts';

const server = sharedServer();

const openSignup = (path: string, accessToken?: string) =>
  openScreen({ routes, path, accessToken, fetch: server.api.fetch });

// @proves 12.8
test.each([true, false])('with LINE set up: %s, LINE is offered accordingly', async (isSetUp) => {
  const config = isSetUp ? {} : { line: false as const };
  await openScreen({ routes, path: '/en/signup', config, fetch: server.api.fetch });
  await screen.findByRole('link', { name: 'Sign up by email' });
  expect(screen.queryAllByRole('button', { name: 'Sign up with LINE' })).toHaveLength(
    isSetUp ? 1 : 0,
  );
});

test('offers the home page to a member who is signed in already', async () => {
  const { id } = await server.createMember();
  const { accessToken } = await server.signInAs(id);
  await openSignup('/en/signup', accessToken);
  expect(await screen.findByText(/You are already signed in/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/en/my-page');
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
});
