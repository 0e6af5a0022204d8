import { calendarFile } from './calendar-file.ts';

const DAY = {
  uid: 'a@portal.example',
  day: '2026-12-01',
  summary: 'Annual passport: first day',
  description: 'From, until; and \\ more\nin two lines',
  url: 'https://portal.example/en/my-page/passports/a',
};
const AT = new Date('2026-11-22T03:04:05.678Z');

test.each(['x', '年間パスポート', '🎏'])('folds long lines of %s within 75 octets', (part) => {
  const summary = part.repeat(120);
  const file = calendarFile([{ ...DAY, summary }], AT);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file).not.toContain('\uFFFD');
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`);
});

test('lets no text begin a line of its own', () => {
  const file = calendarFile([{ ...DAY, summary: 'a\r\nATTENDEE:mailto:b\u2028\u0000' }], AT);
  expect(file).not.toMatch(/^ATTENDEE/m);
  expect(file).not.toContain('\u0000');
});
