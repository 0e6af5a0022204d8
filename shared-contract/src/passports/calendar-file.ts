/** An event of one whole day. */
export type CalendarDay = {
  /** The same in every file about the event, so that a calendar has it once. */
  readonly uid: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly summary: string;
  readonly description: string;
  readonly url: string;
};

const LINE_OCTETS = 75;
const utf8 = new TextEncoder();

/**
 * An iCalendar file (RFC 5545) of events that last a whole day and leave it free. Without an end, such
 * an event lasts one day (§3.6.1).
 * @param madeAt the moment that orders several files about one event
 */
export function calendarFile(days: readonly CalendarDay[], madeAt: Date): string {
  const stamp = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//member portal//passports//EN',
    'METHOD:PUBLISH',
    ...days.flatMap(({ uid, day, summary, description, url }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `SUMMARY:${escaped(summary)}`,
      `DESCRIPTION:${escaped(description)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** RFC 5545 §3.3.11. A control character has no place in a text. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** Folds a line after at most 75 octets, and never within a character (RFC 5545 §3.1). */
function fold(line: string): string {
  const folded: string[] = [];
  let part = '';
  for (const character of line) {
    const room = LINE_OCTETS - (folded.length > 0 ? 1 : 0);
    if (utf8.encode(part + character).length > room) {
      folded.push(part);
      part = '';
    }
    part += character;
  }
  return [...folded, part].join('\r\n ');
}
