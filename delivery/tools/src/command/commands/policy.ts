import { ALL_PARTS } from '@portal/delivery-model/log/policy';
import {
  checkBudget,
  checkCount,
  checkFreeze,
  checkPart,
  checkTeam,
  checkVersion,
} from '../arguments.ts';
import { RELEASES_OPTION } from '../candidate.ts';
import type { Command } from '../command.ts';
import { entryReport } from '../reports.ts';
import { entryText, operationText } from '../words.ts';
import { passGate } from './gate.ts';

/** What the operator demands of releases. */
export const setPolicy: Command = {
  name: 'policy set',
  args: [],
  summary: "Says what a release needs before it is promoted; the operator's.",
  details: [
    'Without --part it is for every part that has no rule of its own. Always give everything that is demanded:',
    'what is left out is not. Roll-backs, kills and revivals need nothing of it.',
  ],
  options: {
    part: { type: 'string', multiple: true, value: '<part>', help: 'for this part: mypage' },
    'canary-minutes': {
      type: 'string',
      value: '<number>',
      help: 'how long it has to be a canary before more than half of the browsers get it',
    },
    approver: { type: 'boolean', help: 'a second key has to approve it' },
    'gate-by': {
      type: 'string',
      value: '<team>',
      help: 'this team has to approve it with `portal approve --gate`',
    },
    budget: {
      type: 'string',
      multiple: true,
      value: '<kind>=<bytes>',
      help: 'scripts of screens of a kind: form=200000; with shared modules and styles: form=200000,260000,25000',
    },
    freeze: {
      type: 'string',
      multiple: true,
      value: '<from>/<to> <reason>',
      help: 'when nothing of it may become live; those without --part hold for all parts',
    },
  },
  async run(input) {
    const named = input.texts('part').map((part) => checkPart(part));
    const minutes = input.text('canary-minutes');
    const gateBy = input.text('gate-by');
    const budgets = input.texts('budget').map(checkBudget);
    const freezes = input.texts('freeze').map(checkFreeze);
    const rule = {
      ...(minutes !== undefined && { canaryMinutes: checkCount(minutes, '--canary-minutes') }),
      ...(input.flag('approver') && { approver: true as const }),
      ...(gateBy !== undefined && { gateBy: checkTeam(gateBy) }),
      ...(budgets.length > 0 && { budgets: Object.fromEntries(budgets) }),
      ...(freezes.length > 0 && { freezes }),
    };
    const parts = named.length > 0 ? named : [ALL_PARTS];
    const connection = await input.connect();
    const { entry } = await connection.operate({ type: 'setPolicy', parts, rule });
    return {
      json: { entry: entryReport(entry), policy: entry.state.policy ?? {} },
      lines: [operationText(entry.operation), entryText(entry)],
    };
  },
};

/** A second key's word for a release. */
export const approve: Command = {
  name: 'approve',
  args: ['part', 'version'],
  summary: 'Signs that a release may be promoted, where the policy asks for a second key.',
  details: [
    'It changes nothing at the portal: it prints what `portal promote --approval` takes, valid for 7 days. With',
    '--gate it runs `portal gate` first, and signs the digest of its report.',
  ],
  options: {
    gate: { type: 'boolean', help: 'runs `portal gate` first' },
    releases: RELEASES_OPTION,
  },
  async run(input) {
    const release = { part: checkPart(input.args[0]), version: checkVersion(input.args[1]) };
    const connection = await input.connect();
    const gate = input.flag('gate')
      ? (await passGate(input, connection, release.part, release.version)).digest
      : undefined;
    const approval = await connection.signApproval({
      ...release,
      ...(gate !== undefined && { gate }),
    });
    return { json: { ...release, gate: gate ?? null, approval }, lines: [approval] };
  },
};
