import { startTestServer, type TestServer } from '@portal/server/testing';
import { configureApi } from '@portal/shared-api';
import { act, render, screen } from '@testing-library/react';
import {
  actionSettled,
  addressAtom,
  authStore,
  codeSent,
  codeVerified,
  errorMessageAtom,
  isCountingAtom,
  isLinkedLineAtom,
  isLoginAtom,
  isVerifyEmailAtom,
  japanMobileNumberAtom,
  lineConnected,
  loadPrefectures,
  loadUser,
  lookUpAddress,
  notSetPwdAtom,
  originalDataAtom,
  passwordSet,
  prefectureListAtom,
  profileOpened,
  startSession,
  tokens,
  userAtom,
  userInfoAtom,
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
}, 60_000);
afterAll(() => server.close());

test('nothing of the session is to be had before it has started', () => {
  expect(() => loadUser()).toThrow('before startSession()');
});

describe('the portal’s session', () => {
  beforeAll(async () => {
    const member = await server.createMember({ firstName: '花子', lastName: '山田' });
    const { accessToken } = await server.signInAs(member.id);
    localStorage.setItem('access_token', accessToken);
    // Without one it would be a sign-up's token, which is for the identity provider alone.
    localStorage.setItem('refresh_token', 'not used here');
    startSession({ config: { idp } });
    configureApi({
      config: { apiUrl: 'http://localhost:4302' },
      tokens,
      onNotFound: () => {},
      fetch: (input, init) => server.api.fetch(new Request(input, init)),
    });
  });

  test('says at once that a stored member is signed in, and components hear of the member', async () => {
    expect(authStore.get(isLoginAtom)).toBe(true);
    render(<NameOfMember />);
    expect(screen.getByText('nobody yet')).toBeInTheDocument();
    await act(async () => {
      await loadUser();
    });
    expect(screen.getByText('花子')).toBeInTheDocument();
  });

  test('keeps the snapshot of a profile, and replaces the member only where it is wanted', () => {
    const user = authStore.get(userAtom);
    if (!user) throw new Error('The member has been loaded above');
    profileOpened(user);
    userSaved({ ...user, first_name: '桜' }, false);
    expect(authStore.get(userAtom)?.first_name).toBe('花子');
    userSaved({ ...user, first_name: '桜' });
    expect(authStore.get(userAtom)?.first_name).toBe('桜');
    expect(authStore.get(originalDataAtom)?.first_name).toBe('花子');
    expect(authStore.get(userInfoAtom)?.first_name).toBe('花子');
  });

  test('knows what a sent and a verified code change', () => {
    codeSent('verify_email_by_user', { sms: '090****5678' });
    expect(authStore.get(verificationTypeAtom)).toBe('verify_email_by_user');
    expect(authStore.get(japanMobileNumberAtom)).toBe('090****5678');
    expect(authStore.get(isCountingAtom)).toBe(true);
    codeVerified('verify_email_by_user');
    expect(authStore.get(isVerifyEmailAtom)).toBe(true);
    expect(authStore.get(notSetPwdAtom)).toBe(true);
    passwordSet();
    expect(authStore.get(notSetPwdAtom)).toBe(false);
    expect(authStore.get(userAtom)?.password_set).toBe(true);
  });

  test('keeps why an action failed, and what that means for the password', () => {
    const error = {
      kind: 'api',
      status: 422,
      code: 'user.disconnect_line.not_set_password',
    } as const;
    actionSettled(error);
    expect(authStore.get(errorMessageAtom)).toBe(error);
    expect(authStore.get(notSetPwdAtom)).toBe(true);
    actionSettled(null);
    expect(authStore.get(errorMessageAtom)).toBeNull();
  });

  test('knows that LINE is linked', () => {
    expect(authStore.get(isLinkedLineAtom)).toBe(false);
    lineConnected();
    expect(authStore.get(isLinkedLineAtom)).toBe(true);
  });

  test('loads the prefectures once, and the towns of the postal code asked for last', async () => {
    expect(await loadPrefectures()).toMatchObject({ ok: true });
    expect(authStore.get(prefectureListAtom)).toHaveLength(47);
    expect((await loadPrefectures()).ok && authStore.get(prefectureListAtom)).toHaveLength(47);

    await Promise.all([lookUpAddress('0600000'), lookUpAddress('1000001')]);
    expect(authStore.get(addressAtom)).toMatchObject([{ postal_code: '1000001' }]);
    expect(await lookUpAddress('0000000')).toMatchObject({ ok: false, error: { status: 404 } });
    expect(authStore.get(addressAtom)).toEqual([]);
  });
});

function NameOfMember() {
  return <p>{useSession(userAtom)?.first_name ?? 'nobody yet'}</p>;
}
