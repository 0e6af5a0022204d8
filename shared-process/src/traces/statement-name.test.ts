import { statementName } from './open-telemetry.ts';

// @proves 16.932
test.each([
  ['select "email" from "members" where "email" = $1', 'select members'],
  [`select 1 from "members" where "email" = 'hanako@example.com'`, 'select members'],
  ['insert into "oidc_payloads" ("id") values ($1)', 'insert oidc_payloads'],
  ['update "members" set "email" = $1', 'update members'],
  ['delete from rate_limits', 'delete rate_limits'],
  ['with "gone" as (delete from "outbox" returning 1) select 1', 'with outbox'],
  ['begin', 'begin'],
  [`notify mail, 'hanako'`, 'notify'],
  ['', ''],
])('%s is called %s', (statement, name) => {
  expect([statementName(statement), statementName(statement)]).toEqual([name, name]);
});
