import { randomBytes } from 'node:crypto';
import { ReleaseClientError } from '@portal/delivery-model/client/client';
import { PREVIEW_MINUTES_MAX } from '@portal/delivery-model/log/previews';
import { PREVIEW_PATH } from '@portal/delivery-model/preview/badge';
import { checkMinutes, checkPart, checkPreview, checkVersion } from '../arguments.ts';
import type { Command } from '../command.ts';
import { entryReport, previewReport } from '../reports.ts';
import { entryText, previewText } from '../words.ts';

const DEFAULT_TIME = '7d';

/** Shows a version in a preview, beside those of other teams, and prints its address. */
export const preview: Command = {
  name: 'preview',
  args: ['name', 'part', 'version'],
  summary: 'Shows a published version to all who have the address of a preview.',
  details: [
    'Nothing of what is live changes, and the gate is not asked. Another version of the part takes its place in the',
    'preview, at the same address. Teams that use the same name show their parts together. `portal status`',
    'lists the previews.',
  ],
  options: {
    for: {
      type: 'string',
      value: '<time>',
      help: `how long from now on, at most 14d; ${DEFAULT_TIME} by default`,
    },
  },
  async run(input) {
    const name = checkPreview(input.args[0]);
    const part = checkPart(input.args[1]);
    const version = checkVersion(input.args[2]);
    const minutes = checkMinutes(
      input.text('for') ?? DEFAULT_TIME,
      '--for',
      PREVIEW_MINUTES_MAX,
      'Give minutes, hours or days, at most 14 days: --for 7d',
    );
    const connection = input.connect();
    const id = randomBytes(32).toString('base64url');
    const operation = { type: 'setPreview', name, id, part, version, minutes } as const;
    const entry = await connection.operate(operation);
    const shown = entry.state.previews?.[name];
    if (!shown) throw new Error(`The portal has answered without the preview ${name}.`);
    const address = `${connection.url}${PREVIEW_PATH}#token=${shown.id}`;
    return {
      json: { entry: entryReport(entry), preview: previewReport(shown), address },
      lines: [address],
      notes: [
        `${name} shows ${previewText(shown)}.`,
        'Whoever has this address can use it; give it to those who are to see it.',
      ],
    };
  },
};

/** Takes the team's parts out of a preview, or ends it. */
export const endPreview: Command = {
  name: 'preview end',
  args: ['name'],
  summary: 'Ends a preview for everybody: a team its own part of it, the operator the whole.',
  details: ['It is no failure if it has ended before, so that a pipeline can end it in any case.'],
  async run(input) {
    const name = checkPreview(input.args[0]);
    const entry = await input.connect().operate({ type: 'endPreview', name }).catch(orNone);
    if (!entry) {
      return { json: { entry: null, preview: null }, lines: [`There is no preview ${name}.`] };
    }
    const left = entry.state.previews?.[name];
    return {
      json: { entry: entryReport(entry), preview: left ? previewReport(left) : null },
      lines: [
        left ? `${name} now shows ${previewText(left)}.` : `The preview ${name} has ended.`,
        entryText(entry),
      ],
    };
  },
};

function orNone(error: unknown): undefined {
  const refusals = error instanceof ReleaseClientError ? error.refusals : [];
  if (!refusals.some(({ code }) => code === 'no-such-preview')) throw error;
}
