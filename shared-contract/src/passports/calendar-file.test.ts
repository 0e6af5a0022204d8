import { calendarFile } from './calendar-file.ts';

const DAY = {
  uid: 'a@portal.example',
  day: '2026-12-01',
  summary: 'Annual passport: first day',
  description: 'From, until; and \\ more\nin two lines',
  url: 'https://portal.example/en/my-page/passports/a',
};
const AT = new Date('2026-11-22T03:04:05.678Z');

// @proves 14.113
test('writes events of a whole day that leave it free', () => {
  const lines = calendarFile([DAY], AT).split('\r\n');
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//member portal//passports//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:a@portal.example',
    'DTSTAMP:20261122T030405Z',
    'DTSTART;VALUE=DATE:20261201',
    'SUMMARY:Annual passport: first day',
    'DESCRIPTION:From\\, until\\; and \\\\ more\\nin two lines',
    'URL:https://portal.example/en/my-page/passports/a',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

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
