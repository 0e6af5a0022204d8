import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Outcome, outcomeOf } from '@portal/checks-tools/outcome';
import { ROOT } from '@portal/checks-tools/root';

/** Those under which packages may be used, changed nowhere, in a product of the MIT licence. */
const ALLOWED = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
  // Only for files of the package itself, and for a library that is linked dynamically.
  ...['MPL-2.0', 'LGPL-3.0-or-later'],
];

type Entry = { readonly license?: string; readonly link?: boolean };

/** Fails for a package of the lock file whose licence is not among the allowed ones. */
export function licences(): Outcome {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return outcomeOf(licenceProblems(packages).map((says) => ({ file: 'package-lock.json', says })));
}

/** One sentence for each package; the lock file says no licence of packages for other systems. */
export function licenceProblems(packages: Readonly<Record<string, Entry>>): string[] {
  return Object.entries(packages)
    .filter(([place, { link, license }]) => /node_modules\//.test(place) && !link && license)
    .filter(([, { license = '' }]) => !isAllowed(license))
    .map(
      ([place, { license }]) =>
        `${place} has the licence ${license}, which is not among the allowed ones.`,
    );
}

/** SPDX: one of several with OR is enough, with AND each counts. */
function isAllowed(expression: string): boolean {
  const words = expression.replace(/[()]/g, '');
  return words
    .split(' OR ')
    .some((one) => one.split(' AND ').every((name) => ALLOWED.includes(name)));
}
