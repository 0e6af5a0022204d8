import type { TestServer } from '@portal/server/testing';

type Member = NonNullable<Parameters<TestServer['createMember']>[0]>;

/** A member whose profile is complete. */
export const HANAKO = {
  firstName: '花子',
  lastName: '山田',
  firstNameKana: 'ハナコ',
  lastNameKana: 'ヤマダ',
  dateOfBirth: '1990-04-05',
  gender: 'female',
  postalCode: '1000001',
  phone: '+819012345678',
  phoneCountryCode: 'JP',
  address: '千代田1-1',
  city: '千代田区',
  prefectureId: 13,
  emailOptIn: true,
  country: 'JP',
  emailVerified: true,
  mfaEnabled: true,
} as const satisfies Member;

const API = 'http://localhost:4302';

/** The API as a member of the test server calls it; answers the body. */
export async function callAs(server: TestServer, memberId: string) {
  const { accessToken } = await server.signInAs(memberId);
  return async (method: string, path: string, body?: unknown) => {
    const answer = await server.api.fetch(
      new Request(API + path, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const answered = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answered)}`);
    return answered;
  };
}
