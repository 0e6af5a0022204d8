import { type Canary, EVERYBODY, type LivePart, type Preview } from '../state.ts';
import { nextStepAt } from './growth.ts';
import type { Operation } from './operations.ts';

export const shareText = (share: number): string =>
  share === EVERYBODY ? 'everybody' : `${share} %`;

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

export const previewText = ({ until, parts }: Preview): string =>
  `${listText(Object.entries(parts).map(([part, { version }]) => `${part} ${version}`))} until ${timeText(until)}`;

export const listText = (names: readonly string[]): string => names.join(', ') || 'nothing';

export const timeText = (moment: string): string =>
  `${new Date(moment).toISOString().slice(0, 19)}Z`;
