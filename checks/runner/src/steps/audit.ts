import { spawn } from 'node:child_process';
import type { Outcome } from '@portal/checks-tools/outcome';
import { ROOT } from '@portal/checks-tools/root';

/** A registry that does not answer must not hold up the run. */
const LIMIT_MS = 30_000;
/** What fails the run: docs/security.md says within which time the others are replaced. */
const FAILING = ['high', 'critical'] as const;

type Vulnerability = { readonly name: string; readonly severity: string };

/** Asks the registry for known vulnerabilities. @param folder whose lock file @param options of npm */
export function audit(folder = ROOT, ...options: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const args = ['audit', '--json', ...options];
    const child = spawn('npm', args, { cwd: folder, timeout: LIMIT_MS });
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
    const reason = 'the registry does not answer for known vulnerabilities';
    return { passed: 0, failed: 0, skipped: { [reason]: 1 } };
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
