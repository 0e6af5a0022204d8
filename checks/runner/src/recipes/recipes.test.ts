import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';
import { RECIPES } from './recipes.ts';

/** `npm run proofs` follows the recipes; this only finds a section without one. */
test('every section of CONTRIBUTING.md that adds or changes something has a recipe', () => {
  const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const sections = [...text.matchAll(/^## ((?:Add|Change) .+)$/gm)].map(([, section]) => section);
  // Every form of the portal is an example of a form, and the removal test tries each defence.
  const without = ['Add a form', 'Add a defence'];
  const withRecipe = sections.filter((section = '') => !without.includes(section));
  expect(RECIPES.map(({ section }) => section)).toEqual(withRecipe);
});
