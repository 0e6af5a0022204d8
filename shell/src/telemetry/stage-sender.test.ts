import { type PortalPage, StageReportsSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import type { StageEvent } from './report-stage.ts';
import { createStageSender } from './stage-sender.ts';

const page = {
  config: { apiUrl: 'https://portal.example/api' },
  shell: { version: 's1' },
  remotes: { account: { version: 'a2' }, mypage: { version: 'm1' } },
} as unknown as PortalPage;

/** A sender whose waits a test ends, with the beacons that it sends. */
function senderFor(first?: string) {
  const beacons: unknown[] = [];
  let due: (() => void) | undefined;
  const receive = createStageSender(page, first, {
    send(url, body) {
      expect(url).toBe('https://portal.example/api/telemetry');
      const reports = JSON.parse(body);
      // As the server reads it.
      v.assert(StageReportsSchema, reports);
      beacons.push(reports);
    },
    wait: (run) => {
      due = run;
    },
  });
  return {
    beacons,
    tell: (stage: StageEvent['stage'], at: number, more: Partial<StageEvent> = {}) =>
      receive({ part: 'account', stage, at, why: undefined, fallback: undefined, ...more }),
    batchEnds: () => due?.(),
  };
}

// @proves 7.190
test('tells in one beacon how far the first screen came, from the beginning of the page', () => {
  const { tell, beacons, batchEnds } = senderFor('account');
  tell('began', 200);
  tell('loaded', 410.4);
  tell('started', 430);
  tell('shown', 900.6);
  expect(beacons).toEqual([]);
  batchEnds();
  expect(beacons).toEqual([
    [
      { remote: 'account', version: 'a2', stage: 'loaded', milliseconds: 410 },
      { remote: 'account', version: 'a2', stage: 'started', milliseconds: 430 },
      { remote: 'account', version: 'a2', stage: 'shown', milliseconds: 901 },
      { remote: 'shell', version: 's1', stage: 'shown', milliseconds: 901 },
    ],
  ]);
  // Another visit of the remote in the same page is no other load.
  tell('shown', 5_000);
  batchEnds();
  expect(beacons).toHaveLength(1);
});

// @proves 2.592 7.190
test.each([
  ['files did not come', ['began'], undefined, 'unreachable'],
  ['it did not start', ['began', 'loaded'], undefined, 'broken'],
  ['it froze an earlier page', ['began'], 'frozen', 'frozen'],
  ['a screen threw', ['began', 'loaded', 'started'], 'broken', 'screen'],
  [
    'the code of a screen did not come',
    ['began', 'loaded', 'started'],
    'unreachable',
    'unreachable',
  ],
] as const)('tells once that %s', (_, stages, why, code) => {
  const { tell, beacons, batchEnds } = senderFor('account');
  for (const stage of stages) tell(stage, 100);
  tell('failed', 200, { why });
  // The error screen says it too, and so does each Retry.
  tell('failed', 300, { why: 'broken' });
  batchEnds();
  expect((beacons as object[][]).flat().filter((one) => 'code' in one)).toEqual([
    { remote: 'account', version: 'a2', stage: 'failed', code },
  ]);
});
