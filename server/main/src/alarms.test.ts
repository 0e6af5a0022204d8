import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageMonitor } from '@portal/server-accounts/codes/messages';
import { createLog } from '@portal/server-platform/metrics/log';
import { createMetrics, requestMetrics } from '@portal/server-platform/metrics/metrics';
import { workMonitor } from '@portal/server-platform/metrics/work';
import { createReleaseReports } from '@portal/server-releases/canary/canary-watch';
import { sharedServer } from '@portal/server-testing';
import type { Metric } from 'prom-client';
import { parse } from 'yaml';
import { stateMetrics } from './state.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

type Rule = { alert: string; expr: string; for?: string; annotations: { summary: string } };
const rules = (
  parse(read('deploy/monitoring/alarms.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const EXPRESSIONS = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
];
/** Labels that Prometheus adds. */
const ADDED_LABELS = ['instance', 'job', 'le'];

const server = sharedServer();
/** The names of series at `/metrics`, each with its labels. */
const series = new Map<string, readonly string[]>([['up', []]]);
beforeAll(async () => {
  const metrics = createMetrics();
  const { context } = server;
  messageMonitor(context, metrics);
  createReleaseReports(context, metrics);
  requestMetrics(metrics);
  stateMetrics(context, metrics);
  workMonitor(context.log, metrics);
  for (const { name, type } of await metrics.getMetricsAsJSON()) {
    // Not in the types of prom-client, which prints the labels of what was counted only.
    const { labelNames } = metrics.getSingleMetric(name) as Metric & { labelNames: string[] };
    const endings = String(type) === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const ending of endings) series.set(name + ending, labelNames);
  }
});

// @proves 16.86
test.each(EXPRESSIONS)('%s asks for what /metrics has: %s', (_, expression) => {
  const named = [...expression.matchAll(/\b(portal_\w+|up)\b(?:\{([^}]*)\})?/g)];
  expect(named.length).toBeGreaterThan(0);
  const known = new Set(ADDED_LABELS);
  for (const [, name = '', selector = ''] of named) {
    expect([...series.keys()]).toContain(name);
    const labels = [...(series.get(name) ?? []), ...ADDED_LABELS];
    for (const label of labels) known.add(label);
    for (const [, label] of selector.matchAll(/(\w+)(?==|!=)/g)) expect(labels).toContain(label);
  }
  for (const [, grouped = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
    for (const label of grouped.split(', ')) expect([...known]).toContain(label);
  }
  const brackets = expression.replace(/"[^"]*"/g, '').replace(/[^()[\]{}]/g, '');
  let rest = brackets;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\(\)|\[\]|\{\}/g, '');
  }
  expect(rest).toBe('');
});

// @proves 16.86 16.87
test('the guide says of each alarm what it means, and of no other', () => {
  const guide = read('docs/alarms.md');
  const explained = [...guide.matchAll(/^## (Portal\w+)$/gm)].map(([, name]) => name);
  expect(explained).toEqual(rules.map(({ alert }) => alert));
  for (const rule of rules) {
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Portal/),
      expr: expect.any(String),
      ...(rule.for !== undefined && { for: expect.stringMatching(/^\d+m$/) }),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: { summary: expect.stringMatching(/\.$/) },
    });
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const whenPromtoolIsInstalled = hasPromtool ? describe : describe.skip;
whenPromtoolIsInstalled('Prometheus', () => {
  // @proves 16.86
  test('decides each case as written', () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', 'deploy/monitoring/alarms.cases.yml'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

// @proves 16.85
test('a job has one line and its metrics, and a failed one is tried again', async () => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const work = workMonitor(createLog('info', { write: (line) => lines.push(line) }), metrics);
  await work.job('housekeeping', async () => {});
  await work.job('housekeeping', () => Promise.reject(new Error('for hanako@example.com')));
  work.signInTried('a1b2c3d4', 'password', 'refused');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, job: 'housekeeping', job_id: expect.any(String), outcome: 'done' },
    { level: 40, job: 'housekeeping', job_id: expect.any(String), outcome: 'failed' },
    { request_id: 'a1b2c3d4', event: 'sign-in', method: 'password', outcome: 'refused' },
  ]);
  expect(lines.join()).not.toContain('hanako');
  const text = await metrics.metrics();
  expect(text).toContain('portal_job_seconds_count{task="housekeeping",outcome="failed"} 1');
  expect(text).toContain('portal_sign_in_attempts_total{method="password",outcome="refused"} 1');
});
