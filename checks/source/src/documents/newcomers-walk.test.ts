import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';

const document = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
const walk = document.slice(document.indexOf("## A newcomer's walk"));
const questions = walk.split(/^\d+\. /m).slice(1);

test("the newcomer's walk has ten questions", () => {
  expect(questions).toHaveLength(10);
});

test.each(questions.map((text) => [text.split('**')[1], text]))('%s', (_, text = '') => {
  const files = [...text.matchAll(/\[`([^`]+)`\]/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(2);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  const code = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join();
  const names = [...text.matchAll(/(?<!\[)`([A-Za-z]+)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !code.includes(name))).toEqual([]);
});
