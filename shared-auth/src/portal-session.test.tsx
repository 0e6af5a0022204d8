import { startTestServer, type TestServer } from '@portal/server-testing';
import { configureApi } from '@portal/shared-api';
import { act, render, screen } from '@testing-library/react';
import { isCountingAtom } from './atoms.ts';
import {
  authStore,
  codeSent,
  isLoginAtom,
  lineConnected,
  loadMember,
  loadUser,
  startSession,
  tokens,
  userAtom,
  userSaved,
  useSession,
  verificationTypeAtom,
} from './index.ts';

const idp = {
  idpUrl: 'http://localhost:4301',
  clientId: 'portal',
  redirectUri: 'http://localhost:4300/callback',
  silentRedirectUri: 'http://localhost:4300/silent-check.html',
  responseType: 'code',
  scope: 'openid offline_access',
  returnTo: 'http://localhost:4300/',
} as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('throws when it is used before it has started', () => {
  expect(() => loadUser()).toThrow('before startSession()');
});

describe('the portal’s session', () => {
  beforeAll(async () => {
    const member = await server.createMember({ firstName: '花子', lastName: '山田' });
    const { accessToken } = await server.signInAs(member.id);
    localStorage.setItem('access_token', accessToken);
    // Without a refresh token the access token would count as that of a sign-up.
    localStorage.setItem('refresh_token', 'not used here');
    startSession({ config: { idp } });
    configureApi({
      locale: () => 'ja',
      config: { apiUrl: 'http://localhost:4302' },
      tokens,
      onNotFound: () => {},
      onRefused: () => {},
      fetch: (input, init) => server.api.fetch(new Request(input, init)),
    });
  });

  // @proves 3.25 9.1
  test('shows a stored session at once, and the member in components when loaded', async () => {
    expect(authStore.get(isLoginAtom)).toBe(true);
    render(<NameOfMember />);
    expect(screen.getByText('nobody yet')).toBeInTheDocument();
    await act(async () => {
      await loadUser();
    });
    expect(screen.getByText('花子')).toBeInTheDocument();
  });

  test('loads the member once, and shows what a call has saved', async () => {
    const known = authStore.get(userAtom);
    if (!known) throw new Error('The member has been loaded above');
    expect(await loadMember()).toEqual({ ok: true, data: known, status: 200 });
    userSaved({ ...known, first_name: '桜' });
    expect(authStore.get(userAtom)?.first_name).toBe('桜');
  });

  // @proves 3.28 3.29 4.20
  test('counts down to the next code after one was sent', () => {
    codeSent('verify_email_by_user');
    expect(authStore.get(verificationTypeAtom)).toBe('verify_email_by_user');
    expect(authStore.get(isCountingAtom)).toBe(true);
  });

  // @proves 3.30
  test('shows LINE as linked before the member is loaded again', () => {
    expect(authStore.get(userAtom)?.line_linked).toBe(false);
    lineConnected();
    expect(authStore.get(userAtom)?.line_linked).toBe(true);
  });
});

function NameOfMember() {
  return <p>{useSession(userAtom)?.first_name ?? 'nobody yet'}</p>;
}
