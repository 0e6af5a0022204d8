import { leaksIn } from './log-leaks.ts';

// The browser tests read all logs of each portal when it ends, and those of nginx are read in delivery/serve/src/edge/nginx-logs.test.ts.
// @proves 16.83
test('finds in a log what may be of a member or a secret', () => {
  const leaks = [
    '{"path":"/authorize?login_hint=a"}',
    '{"message":"no mailbox hanako@example.com"}',
    '{"token":"kIYyFbC2Zc9b0d4nS1mB5v8QwXeRtYuIoPaSdFgHjKl"}',
    '{"name":"花子"}',
    'to 090-1234-5678',
  ];
  for (const line of leaks) expect(leaksIn(line)).toEqual([expect.stringContaining(line)]);
  const harmless = [
    '{"level":30,"time":1795430000000,"request_id":"0123456789abcdef0123456789abcdef"}',
    '{"member":"0b2c8f8e-1111-4222-8333-444455556666","route":"/passports/{id}","ms":12}',
    '{"path":"/remotes/account/main.1a2b3c4d5e.js","status":200}',
    '{"at":["    at f (file:///portal/node_modules/@hono/node-server/dist/index.mjs:1:2)"]}',
  ];
  expect(leaksIn(harmless.join('\n'))).toEqual([]);
});
