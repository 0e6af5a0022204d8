import { portalAnswers, providerAnswers } from './answers.ts';
import { loadGraders } from './graders.ts';

/** A+ with all the credit that a site without preloading can have. */
const LEAST = 120;

/**
 * `node checks/runner/src/observatory/main.ts`: grades the portal and the identity provider, their error pages
 * too, as Mozilla's HTTP Observatory does. Part of `npm run proofs`.
 */
const grade = await loadGraders();
let failed = 0;
for (const page of [...(await portalAnswers()), ...(await providerAnswers())]) {
  const { score, grade: letter, costs } = grade(page);
  const { origin, pathname } = new URL(page.url);
  console.log(`${score} ${letter} ${page.answer.status} ${origin}${pathname}`);
  for (const cost of costs) console.log(`  ${cost}`);
  if (score < LEAST) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
