import { type PortalPage, type ViewReport, ViewReportsSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import type { StageEvent } from './report-stage.ts';
import { createViewSender, type Measure } from './view-sender.ts';

const page = {
  config: { apiUrl: 'https://portal.example/api' },
  token: 'abc',
  shell: { version: 's1', base: '/remotes/shell/', scripts: [], routes: { '/': {} } },
  remotes: {
    mypage: { version: 'm1', routes: { '/my-page': {}, '/my-page/passports/:id': {} } },
  },
} as unknown as PortalPage;
const PASSPORT = { remote: 'mypage', path: '/my-page/passports/5c0ffee5-1234' };

/** A page whose values a test tells, and which it hides. */
function viewOf(
  first: Parameters<typeof createViewSender>[1] = PASSPORT,
  { on = page, visible = true, header = 812.4 as number | null } = {},
) {
  const beacons: { url: string; reports: ViewReport[] }[] = [];
  let tell: Parameters<Measure>[0] | undefined;
  const target = {
    visibilityState: visible ? 'visible' : 'hidden',
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  };
  const listeners: (() => void)[] = [];
  const receive = createViewSender(on, first, {
    measure: (to) => {
      tell = to;
    },
    visit: () => 'repeat',
    headerAt: () => header ?? undefined,
    send(url, body) {
      // As the server reads it.
      beacons.push({ url, reports: v.parse(ViewReportsSchema, JSON.parse(body)) });
    },
    target: target as never,
  });
  const show = (visibilityState: string) => {
    target.visibilityState = visibilityState;
    for (const listener of listeners) listener();
  };
  return {
    beacons,
    tell: (...value: Parameters<Parameters<Measure>[0]>) => tell?.(...value),
    hide: () => show('hidden'),
    return: () => show('visible'),
    fails: (part: string | undefined) =>
      receive({ part, stage: 'failed', at: 1, why: undefined, fallback: undefined } as StageEvent),
  };
}

// @proves 7.778
test('tells once how fast the page was, with the pattern of its route and nothing of the address', () => {
  const view = viewOf();
  view.tell('lcp', 900);
  view.tell('cls', 3);
  view.tell('lcp', 1204);
  expect(view.beacons).toEqual([]);
  view.hide();
  const measured = { visit: 'repeat', lcp: 1204, cls: 3, header: 812 };
  expect(view.beacons).toEqual([
    {
      url: 'https://portal.example/api/telemetry/views?page=abc',
      reports: [
        { remote: 'shell', version: 's1', ...measured },
        { remote: 'mypage', version: 'm1', route: '/my-page/passports/:id', ...measured },
      ],
    },
  ]);
  expect(JSON.stringify(view.beacons)).not.toContain('5c0ffee5');
  view.return();
  view.tell('inp', 500);
  view.hide();
  expect(view.beacons).toHaveLength(1);
});

// @proves 7.778
test.each([
  ['of the shell itself', { remote: undefined, path: '/' }, [{ remote: 'shell', route: '/' }]],
  ['that no row has', { remote: 'mypage', path: '/my-page/nothing' }, [{}, { remote: 'mypage' }]],
  ['of a remote that the page does not have', { remote: 'gone', path: '/gone' }, [{}]],
])('tells of a page %s', (_, first, reports) => {
  const view = viewOf(first);
  view.tell('lcp', 900);
  view.hide();
  expect(view.beacons[0]?.reports).toMatchObject(reports);
  expect(view.beacons[0]?.reports).toHaveLength(reports.length);
  if (first.path !== '/') expect(JSON.stringify(view.beacons)).not.toContain('route');
});

// @proves 16.906
test('measures and tells nothing where the operator has switched it off', () => {
  const on = { ...page, config: { ...page.config, vitals: false as const } };
  const view = viewOf(PASSPORT, { on });
  expect(view.tell('lcp', 900)).toBeUndefined();
  view.hide();
  expect(view.beacons).toEqual([]);
});
