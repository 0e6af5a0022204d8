import type { ReleaseDocument } from '../document.ts';
import { isRemote, type LiveReleases, othersThan, title } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** Of the host; the bench's monolith takes its place. */
const SHELL_NAMES: readonly string[] = ['shell', 'monolith'];

/** No part takes the name of another, in an address or in the browser's global scope. */
export function nameProblems(candidate: ReleaseDocument, live: LiveReleases): Problem[] {
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
  const namesake = othersThan(candidate.name, live).find(
    ({ federationName }) => federationName === candidate.federationName,
  );
  if (namesake) {
    problems.push({
      code: 'name.federation',
      reason: `${title(namesake)} already has the federation name ${candidate.federationName}, and a page can load only one of the two.`,
      remedy:
        'Build the release with another federation name: it follows from the folder of the package.',
    });
  }
  return problems;
}
