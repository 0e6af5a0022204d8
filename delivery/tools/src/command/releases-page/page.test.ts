import { createHash } from 'node:crypto';
import type { Entry } from '@portal/delivery-model/log/entry';
import { applyOperation, type Operation } from '@portal/delivery-model/log/operations';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { type Overview, stateWords } from './overview.ts';
import { PAGE_HEADERS, releasesPage } from './page.ts';

const [V1, V2] = ['1.0.0+111111111111', '1.1.0+222222222222'];
const EVIL = `</script><img src=x onerror="alert(1)"> & 'more'`;

/** The history that these operations make, the newest entry first, one each minute. */
function historyOf(...operations: readonly (readonly [by: string, Operation])[]): Entry[] {
  let state = EMPTY_STATE;
  return operations
    .map(([team, operation], index) => {
      const [seq, at] = [index + 1, `2026-11-27T10:0${index}:00.000Z`];
      const by = { team, token: team };
      const outcome = applyOperation(state, operation, { seq, at, by });
      if (!outcome.ok) throw new Error(outcome.refusal.reason);
      state = outcome.state;
      return { seq, at, by, operation, state };
    })
    .toReversed();
}

const steps = { shares: [25, 100], minutes: 30 };
const release = { type: 'promote', part: 'account', withoutGate: EVIL } as const;
const entries = historyOf(
  ['accounts', { ...release, version: V1 }],
  ['pages', { ...release, part: 'mypage', version: V1 }],
  ['pages', { type: 'kill', part: 'mypage', reason: EVIL }],
  ['members', { ...release, version: V2, share: 5, growth: steps }],
);
const overview = (changes: Partial<Overview> = {}): Overview => ({
  portal: 'https://portal.example',
  at: '2026-11-27T11:00:00.000Z',
  entries,
  figures: [
    {
      part: 'account',
      version: V2,
      cohort: 'canary',
      loads: 250,
      failures: 2,
      codes: { broken: 2 },
      p75: 900,
    },
  ],
  minutes: 60,
  canaries: [{ part: 'account', version: V2, verdict: '0.8 % of 250 loads of the canary failed' }],
  ...changes,
});

// @proves 7.712 7.789
test('previews and the order of cards are among what two moments are compared by', () => {
  const more = { id: 'a'.repeat(43), minutes: 60 };
  const [entry] = historyOf(
    ['accounts', { type: 'setPreview', name: 'pr-12', part: 'account', version: V2, ...more }],
    ['operator', { type: 'setSlot', slot: 'home.cards', first: ['account'], off: ['mypage'] }],
  );
  expect(entry && stateWords(entry.state)).toEqual({
    'preview pr-12': `account ${V2} until 2026-11-27T11:00:00Z`,
    'slot home.cards': 'first: account; off: mypage',
  });
});

// @proves 7.713
test('texts of teams are text, and nothing runs or loads but the script of the page', async () => {
  const page = await releasesPage(overview({ portal: EVIL }));
  expect(page).not.toContain('<img');
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toMatch(/<[^>]* (src|href|on\w+)=/);
  const hashOf = (tag: string) => {
    const [, content = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page) ?? [];
    return createHash('sha256').update(content).digest('base64');
  };
  const policy = PAGE_HEADERS['content-security-policy'];
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${hashOf('style')}'; script-src 'sha256-${hashOf('script')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  const inPage = policy.replace("; frame-ancestors 'none'", '').replaceAll("'", '&#39;');
  expect(page).toContain(`content="${inPage}"`);
});
