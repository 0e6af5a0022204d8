import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Outcome } from '@portal/checks-tools/outcome';
import { ROOT } from '@portal/checks-tools/root';
import { follow, runStep } from './follow.ts';
import { RECIPES } from './recipes.ts';

/**
 * Follows every recipe of CONTRIBUTING.md on a clean clone of what is committed, one after the other.
 * @param log prints a line about each recipe
 */
export async function followRecipes(log: (line: string) => void): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-recipes-'));
  const clone = path.join(folder, 'clone');
  let passed = 0;
  const failures: string[] = [];
  try {
    await runStep(['git', 'clone', '--quiet', ROOT, clone], folder);
    await runStep(['node', 'scripts/install.mjs'], clone);
    for (const recipe of RECIPES) {
      try {
        await follow(recipe, clone);
        passed += 1;
        log(`${recipe.section}: works`);
      } catch (error) {
        failures.push(`${recipe.section}: ${error instanceof Error ? error.message : error}`);
        log(`${recipe.section}: FAILED`);
      }
      await runStep(['git', 'reset', '--quiet', '--hard'], clone);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { passed, failed: failures.length, output: failures.join('\n\n') };
}
