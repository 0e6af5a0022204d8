import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runIn } from '@portal/delivery-builder/workspace/run-in';
import type { Recipe, RecipeStep } from './recipe.ts';

/** The checks of `npm test` that every change must pass. Jest runs the tests of the recipe only. */
const CHECKS = ['style', 'types', 'imports', 'unused', 'tracked', 'coverage', 'texts'];

/**
 * Follows a recipe in a clone of the repository and runs the checks on the result.
 * @param root the folder of the clone, which must be clean and installed
 * @throws Error that says what did not work, with the output of the command
 */
export async function follow(recipe: Recipe, root: string): Promise<void> {
  const byHand = new Set<string>();
  for (const step of recipe.steps) {
    if ('run' in step) await runStep(step.run, root, step.fails);
    else byHand.add(await editFile(step, root));
  }
  const { mostFiles = Number.POSITIVE_INFINITY, tests } = recipe;
  if (byHand.size > mostFiles) {
    throw new Error(
      `${byHand.size} files by hand, ${mostFiles} allowed: ${[...byHand].join(', ')}`,
    );
  }
  // The checks read the files that git knows.
  await runStep(['git', 'add', '--all'], root);
  await runStep(['npm', 'test', '--', ...CHECKS], root);
  await runStep(['npx', 'jest', ...tests], root);
}

async function editFile(
  step: Exclude<RecipeStep, { run: unknown }>,
  root: string,
): Promise<string> {
  const file = path.join(root, step.file);
  if ('text' in step) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, step.text);
    return step.file;
  }
  const text = await readFile(file, 'utf8');
  if (text.split(step.find).length !== 2) {
    throw new Error(`${step.file} does not have this text once:\n${step.find}`);
  }
  await writeFile(
    file,
    text.replace(step.find, () => step.replace),
  );
  return step.file;
}

/** @param fails what the command must print as it fails; undefined: it must succeed */
export async function runStep(
  [command, ...args]: readonly [string, ...string[]],
  root: string,
  fails?: string,
): Promise<void> {
  const { code, output } = await runIn(root, command, args);
  const line = [command, ...args].join(' ');
  if (fails === undefined && code !== 0) throw new Error(`${line} failed:\n${output}`);
  if (fails !== undefined && (code === 0 || !output.includes(fails))) {
    throw new Error(`${line} should have failed and named "${fails}":\n${output}`);
  }
}
