import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../test/tool.ts';
import { RECIPES } from './recipes.ts';

/** `npm run proofs` follows the recipes; this only finds a section without one. */
test('every section of CONTRIBUTING.md that adds or changes something has a recipe', () => {
  const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const sections = [...text.matchAll(/^## ((?:Add|Change) .+)$/gm)].map(([, section]) => section);
  // A form is a part of a screen; every form of the portal is an example.
  const withRecipe = sections.filter((section) => section !== 'Add a form');
  expect(RECIPES.map(({ section }) => section)).toEqual(withRecipe);
});
