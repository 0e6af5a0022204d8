import { refused, wrongUsage } from '@portal/delivery-model/client/failure';
import { verifiedHistory } from '@portal/delivery-model/client/log-reader';
import { readEntry } from '@portal/delivery-model/log/entry';
import { refusal } from '@portal/delivery-model/log/refusal';
import { keysOfState, restoreStore } from '@portal/delivery-model/restore-store';
import type { Command } from '../command.ts';
import { storeFailure, storeOf } from '../release-store.ts';

/** Rebuilds a lost store from a copy. */
export const restore: Command = {
  name: 'restore',
  args: [],
  summary: 'Stores releases and configurations again from a copy of the store, after it was lost.',
  details: [
    'What the log names is compared with its hashes and copied to RELEASE_STORE; what is there already stays.',
    'Kill, roll-back and the pages of what is live need no store meanwhile.',
  ],
  options: {
    from: {
      type: 'string',
      value: '<store>',
      help: 'the copy: a folder, or s3://bucket/prefix',
    },
  },
  async run(input) {
    const copy = input.text('from');
    if (!copy)
      throw wrongUsage('--from is missing.', 'Name the copy: a folder, or s3://bucket/prefix.');
    const from = storeOf({ env: { ...input.env, RELEASE_STORE: copy } });
    const store = storeOf(input);
    const connection = await input.connect();
    const { environment, entries } = await verifiedHistory(connection);
    const states = entries.map((jws) => readEntry(jws).entry.state).toReversed();
    const [live] = states;
    if (!live) {
      throw refused(
        'history-empty',
        `The history of ${environment} at ${connection.url} is empty, so that nothing says what it needs.`,
        'Check the address. A portal that has never released anything needs no store.',
      );
    }
    const onProgress = input.progress;
    const { restored, lacking } = await restoreStore({ from, store, states, onProgress }).catch(
      (error: unknown) => {
        throw storeFailure(error);
      },
    );
    const needed = new Set(keysOfState(live));
    const lackingOfLive = lacking.filter((key) => needed.has(key));
    const older = lacking.filter((key) => !needed.has(key));
    return {
      json: { restored, lacking: lackingOfLive, lackingOfBefore: older },
      lines: [
        `Stored: ${restored.length} releases and configurations that the log names.`,
        ...(older.length > 0 ? [`Not whole in the copy, of earlier states: ${older.length}.`] : []),
      ],
      refusals: lackingOfLive.map((key) =>
        refusal(
          'not-in-copy',
          `${key} is live or a step back from it, and the copy does not have it whole.`,
          'Publish this release again from its commit, or restore from another copy.',
        ),
      ),
    };
  },
};
