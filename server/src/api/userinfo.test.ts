import { DATABASES, startTestServer, type TestServer } from '@portal/server/testing';

describe.each(DATABASES)('GET /userinfo on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  test('answers the member', async () => {
    const member = await server.createMember({ email: 'Hanako@Example.com', prefectureId: 13 });
    const { accessToken } = await server.signInAs(member.id);
    const answer = await server.api.fetch(
      new Request('http://localhost/userinfo', {
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    );
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: member.id, email: 'Hanako@Example.com' });
  });
});
