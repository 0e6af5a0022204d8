import type { Entry } from '@portal/delivery-model/log/entry';
import { nextStepAt } from '@portal/delivery-model/log/growth';
import type { Operation } from '@portal/delivery-model/log/operations';
import { type Canary, EVERYBODY, type LivePart, type Preview } from '@portal/delivery-model/state';

/** `10 %`. */
const shareText = (share: number): string => (share === EVERYBODY ? 'everybody' : `${share} %`);

/** An operation in a few words, as the history shows it. */
export function operationText(operation: Operation): string {
  switch (operation.type) {
    case 'configure':
      return 'set the configuration of the page';
    case 'promote': {
      const { part, version, share, growth, withoutGate } = operation;
      const canary = share === undefined ? '' : `, canary for ${shareText(share)}`;
      const steps = growth
        ? `, then ${growth.shares.map(shareText).join(', ')}, each after ${growth.minutes} minutes`
        : '';
      const excuse = withoutGate === undefined ? '' : `, without the gate: ${withoutGate}`;
      return `promote ${part} ${version}${canary}${steps}${excuse}`;
    }
    case 'grow': {
      const { part, canary, share, reason } = operation;
      return `let the canary ${canary} of ${part} grow to ${shareText(share)}: ${reason}`;
    }
    case 'passGate':
      return `pass the gate with ${operation.part} ${operation.version}`;
    case 'rollback': {
      const { part, canary, reason } = operation;
      const what = canary === undefined ? part : `the canary ${canary} of ${part}`;
      return `roll back ${what}${reason === undefined ? '' : `: ${reason}`}`;
    }
    case 'kill':
      return `switch off ${operation.part}: ${operation.reason}`;
    case 'revive':
      return `switch on ${operation.part}`;
    case 'retire':
      return `retire ${operation.part}: ${operation.reason}`;
    case 'setTeam': {
      const { name, parts, segments } = operation;
      return `set team ${name}: ${listText([...parts, ...segments])}`;
    }
    case 'setPreview': {
      const { name, part, version, minutes } = operation;
      return `show ${part} ${version} in the preview ${name}, for ${minutes} minutes`;
    }
    case 'endPreview':
      return `end the preview ${operation.name}`;
  }
}

/** Where a change is found again. */
export const entryText = ({ seq }: Entry): string => `This is entry ${seq} of the history.`;

/** What is live of a part, in one line. */
export function liveText({ stable, since, previous, canary, killed }: LivePart): string {
  if (killed) return `switched off since ${timeText(killed.at)}: ${killed.reason}`;
  return [
    ...(stable ? [`${stable} since ${timeText(since)}`] : []),
    ...(canary
      ? [`canary ${canary.version} for ${shareText(canary.share)}${growthText(canary)}`]
      : []),
    ...(previous ? [`previous ${previous}`] : []),
  ].join(', ');
}

const growthText = ({ growth }: Canary): string =>
  growth
    ? `, then ${growth.shares.map(shareText).join(', ')}, the next not before ${timeText(nextStepAt(growth))}`
    : '';

/** What a preview shows, and until when. */
export const previewText = ({ until, parts }: Preview): string =>
  `${listText(Object.entries(parts).map(([part, { version }]) => `${part} ${version}`))} until ${timeText(until)}`;

export const listText = (names: readonly string[]): string => names.join(', ') || 'nothing';

/** ISO 8601 to the second, in UTC. */
export const timeText = (moment: string): string =>
  `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** `1.2 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Lines whose columns begin below each other; the last column has any width. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, index) => Math.max(cell.length, known[index] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
