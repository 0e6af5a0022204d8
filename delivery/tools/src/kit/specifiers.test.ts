import { entryPointsOf, type KitPackage, kitManifest, packagesOfKit } from './kit-manifest.ts';

let packages: readonly KitPackage[];
let entryPoints: Readonly<Record<string, string>>;
beforeAll(async () => {
  packages = await packagesOfKit();
  entryPoints = await entryPointsOf(packages);
});

// @proves 7.701
test('every shared module that the shell gives to remotes has an entry point', () => {
  const shown = new Set(Object.values(entryPoints));
  const shared = packages.filter(({ folder }) =>
    /^shared-(ui|auth|api|routing|i18n)$/.test(folder),
  );
  for (const { manifest } of shared) {
    expect([manifest.name, shown.has(manifest.name)]).toEqual([manifest.name, true]);
    for (const [subpath, file] of Object.entries(manifest.exports ?? {})) {
      if (!file.startsWith('./src/lazy/')) continue;
      expect([subpath, shown.has(manifest.name + subpath.slice(1))]).toEqual([subpath, true]);
    }
  }
});

// @proves 7.701
test('the kit has the name and the scope of the company, types for each entry point, and no package of the workspace among its dependencies', async () => {
  const { manifest } = await kitManifest({ name: '@acme/kit', packages, entryPoints });
  expect(manifest.name).toBe('@acme/kit');
  expect(manifest.exports['./ui/forms']).toEqual({
    types: './shared-ui/src/lazy/forms.d.ts',
    default: './shared-ui/src/lazy/forms.js',
  });
  const all = { ...manifest.dependencies, ...manifest.peerDependencies };
  expect(Object.keys(all).filter((name) => name.startsWith('@portal/'))).toEqual([]);
  expect(manifest.peerDependencies.react).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(manifest.dependencies).not.toHaveProperty('react');
});
