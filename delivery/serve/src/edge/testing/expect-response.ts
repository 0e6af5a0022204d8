import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressCase } from './address-table.ts';
import { type RawAnswer, send } from './raw-request.ts';

/** Requests one row of the table and compares the response with it. */
export async function expectResponse(origin: string, row: AddressCase): Promise<RawAnswer> {
  const answer = await send(origin, row);
  expect(answer.status).toBe(row.status);
  for (const [name, wanted] of Object.entries(row.answers ?? {})) {
    const got = answer.headers[name];
    if (wanted === null) expect([name, got]).toEqual([name, undefined]);
    else if (typeof wanted === 'string')
      expect([name, normal(String(got))]).toEqual([name, normal(wanted)]);
    else expect(`${name}: ${got}`).toMatch(wanted);
  }
  if (row.contains === '') expect(answer.body).toBe('');
  else if (row.contains) expect(answer.body).toContain(row.contains);
  return answer;
}

/** Reads two events of the API, each before the next is sent, and ends the connection. */
export async function expectStream(origin: string): Promise<void> {
  const call = get(`${origin}/api/events`);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(answer.headers['content-type']).toBe('text/event-stream');
  for (const event of ['one', 'two']) {
    const arrived = once(answer, 'data');
    await send(origin, { method: 'POST', path: '/api/tick', body: event });
    expect(String(await arrived)).toBe(`data: ${event}\n\n`);
  }
  call.destroy();
}

/** Lists in headers may have a space after the comma or not. */
const normal = (value: string) => value.replace(/,\s+/g, ',');
