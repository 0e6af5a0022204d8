import type { ReleaseDocument } from '../document.ts';
import { isRemote } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** Of the host; the bench's monolith takes its place. */
const SHELL_NAMES: readonly string[] = ['shell', 'monolith'];

/**
 * No part takes the name of another, or of anything else in the browser's global scope: that of a remote follows
 * from its part, which is one team's, and nothing of browsers begins with `mfe_`.
 */
export function nameProblems(candidate: ReleaseDocument): Problem[] {
  const problems: Problem[] = [];
  const expected = isRemote(candidate) ? undefined : 'shell';
  const wrong = expected ? candidate.name !== expected : SHELL_NAMES.includes(candidate.name);
  if (wrong) {
    problems.push({
      code: 'name.kind',
      reason: `A ${candidate.kind} cannot have the name ${candidate.name}.`,
      remedy: expected ? `Publish it under the name ${expected}.` : 'Give the remote another name.',
    });
  }
  const global = expected ?? `mfe_${candidate.name.replaceAll('-', '_')}`;
  if (candidate.federationName !== global) {
    problems.push({
      code: 'name.federation',
      reason: `The federation name ${candidate.federationName} is not that of the part ${candidate.name}, and may be another's in the page.`,
      remedy: `Build the release with the federation name ${global}, from the folder mfe-${candidate.name}.`,
    });
  }
  return problems;
}
