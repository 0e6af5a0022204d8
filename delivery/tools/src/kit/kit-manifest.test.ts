import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { entryPointsOf, kitManifest, packagesOfKit } from './kit-manifest.ts';

const IMPORTED = /(?:from|^import) '((?:@[^/']+\/)?[^./#@:'][^/:']*)(?:\/[^']*)?';$/gm;

test('the kit brings every package that it and a new remote import', async () => {
  const packages = await packagesOfKit();
  const entryPoints = await entryPointsOf(packages);
  const { manifest } = await kitManifest({ name: '@acme/kit', packages, entryPoints });
  const brought = { ...manifest.dependencies, ...manifest.peerDependencies };
  const sources = packages
    .filter(({ withDevelopment }) => withDevelopment)
    .map(({ folder }) => `${folder}/src/**/*.{ts,tsx}`);
  const missing = new Set<string>();
  for await (const file of glob([...sources, 'delivery/kit/template/**'], { cwd: ROOT })) {
    if (/\.test\.tsx?$|(?<!\.(tsx?|template))$/.test(file)) continue;
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, name = ''] of text.matchAll(IMPORTED)) {
      if (!(name in brought) && !name.startsWith('@portal/')) missing.add(name);
    }
  }
  expect([...missing]).toEqual([]);
});
