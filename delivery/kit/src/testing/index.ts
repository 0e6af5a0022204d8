import { startTestServer, type TestServer, type TestServerOptions } from '@portal/server-testing';

export * from '@portal/server-testing';

/** The server of a test file: started before its tests, stopped after them. */
export function testServer(options?: TestServerOptions): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.defineProperties(
      server,
      Object.getOwnPropertyDescriptors(await startTestServer(options)),
    );
  });
  afterAll(() => server.close());
  return server;
}
