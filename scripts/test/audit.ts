import { spawn } from 'node:child_process';
import type { Outcome } from './outcome.ts';
import { ROOT } from './tool.ts';

/** A registry that does not answer must not hold up the run. */
const LIMIT_MS = 30_000;
/** What fails the run: docs/security.md says within which time the others are replaced. */
const FAILING = ['high', 'critical'] as const;

type Vulnerability = { readonly name: string; readonly severity: string };

/** Asks the registry for known vulnerabilities of the packages in the lock file. */
export function audit(): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['audit', '--json'], { cwd: ROOT, timeout: LIMIT_MS });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', () => resolve(readAudit('')));
    child.on('close', () => resolve(readAudit(output)));
  });
}

/** Reads what `npm audit --json` says; anything but a report means that nothing was checked. */
export function readAudit(output: string): Outcome {
  const report = parse(output);
  if (!report) {
    const skipped = 'not checked: the registry does not answer for known vulnerabilities';
    return { passed: 0, failed: 0, skipped };
  }
  const found = Object.values(report.vulnerabilities).filter(({ severity }) =>
    FAILING.some((one) => one === severity),
  );
  const lines = found.map(({ name, severity }) => `${name}: a known vulnerability, ${severity}`);
  return { passed: found.length === 0 ? 1 : 0, failed: found.length, output: lines.join('\n') };
}

function parse(
  output: string,
): { readonly vulnerabilities: Readonly<Record<string, Vulnerability>> } | undefined {
  try {
    const report = JSON.parse(output);
    return typeof report?.vulnerabilities === 'object' ? report : undefined;
  } catch {
    return undefined;
  }
}
