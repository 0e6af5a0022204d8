import { once } from 'node:events';
import { createConnection } from 'node:net';
import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';

let idp: TestIdp;
beforeAll(async () => {
  idp = await startTestIdp();
});
afterAll(() => idp.close());

// @proves 9.490 9.560
test.each(['/oauth/token', '/oauth/revoke', '/logout', '/sign-in/unknown'])(
  'a form to %s that stalls is ended with its connection',
  async (path) => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'Date'] });
    try {
      const socket = createConnection(Number(new URL(idp.issuer).port), 'localhost');
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 400\r\n` +
          'content-type: application/x-www-form-urlencoded\r\n\r\n',
      );
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      const closed = once(socket, 'close');
      while (!socket.closed) {
        jest.advanceTimersByTime(100);
        await new Promise(setImmediate);
      }
      await closed;
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer.toLowerCase()).toContain('connection: close');
    } finally {
      jest.useRealTimers();
    }
  },
);
