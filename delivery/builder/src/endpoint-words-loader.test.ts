import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import endpointWords from './endpoint-words-loader.ts';

const CONTRACT = path.resolve(import.meta.dirname, '../../../shared-contract/src');
const withEndpoints = globSync('**/*.ts', { cwd: CONTRACT, exclude: ['**/*.test.ts'] })
  .map((file) => ({ file, source: readFileSync(path.join(CONTRACT, file), 'utf8') }))
  .filter(({ source }) => /= endpoint\(/.test(source));

test.each(withEndpoints)('$file says in a browser what is sent, and no more', ({ source }) => {
  const built = endpointWords(source);
  expect(built).not.toMatch(/^ +(?:summary|errors):|none: '[^']/m);
  const calls = (text: string) =>
    text.match(/^ +(?:answer|body|query|params|access|protection):/gm);
  expect(calls(built)).toEqual(calls(source));
});
