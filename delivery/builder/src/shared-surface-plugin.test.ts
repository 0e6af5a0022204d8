import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { type SharedSurface, SharedSurfacePlugin } from './shared-surface-plugin.ts';

/** What is shared in this test: an ES module, and CommonJS with and without known names. */
const MODULES = {
  'node_modules/kit/package.json': '{"name":"kit","version":"1.2.0","sideEffects":false}',
  'node_modules/kit/index.js': `
    export { Button } from './button.js';
    export * from './fields.js';
    export default 'kit';`,
  'node_modules/kit/button.js': `export const Button = 'button';`,
  'node_modules/kit/fields.js': `export const Field = 'field'; export const Select = 'select';`,
  'node_modules/old/package.json': '{"name":"old","version":"3.0.1"}',
  'node_modules/old/index.js': `exports.createRoot = () => 1; exports.flushSync = () => 2;`,
  'node_modules/odd/package.json': '{"name":"odd","version":"1.0.0"}',
  'node_modules/odd/index.js': `module.exports = Object.fromEntries([['made', 1]]);`,
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surface-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const consumed = (version: string) => ({
  singleton: true,
  requiredVersion: `^${version}`,
  import: false as const,
});
const provided = (version: string, eager = true) => ({ singleton: true, eager, version });

test('finds the names that a remote imports from modules of which it has no copy', async () => {
  const { imports, exports } = await surfaceOf('remote', {
    'src/routes.js': `
      import { Button } from 'kit';
      import { label } from './label.js';
      import { choice } from './choice.js';
      import 'quiet';
      export const rows = [Button, label, () => import('./screen.js')];`,
    // Only `label` is used: what the rest of the file imports is not needed.
    'src/label.js': `
      import { Field, Select } from 'kit';
      export const label = [Field];
      export const unused = () => Select;`,
    'src/screen.js': `import { createRoot } from 'old'; export * as odd from 'odd'; createRoot();`,
    // A file without side effects, of which nothing is used, is not in the build.
    'package.json': '{"sideEffects":false}',
    'src/choice.js': `import { Chooser } from 'kit'; console.log(Chooser); export const choice = 1;`,
    'src/never-imported.js': `import { Other } from 'kit'; console.log(Other);`,
  });
  expect(imports).toEqual({ kit: ['Button', 'Field'], odd: ['*'], old: ['createRoot'], quiet: [] });
  expect(exports).toEqual({});
});

/** Builds a package of these files beside the shared modules. */
async function surfaceOf(
  kind: 'shell' | 'remote',
  files: Readonly<Record<string, string>>,
): Promise<SharedSurface> {
  const root = join(folder, kind);
  for (const [path, body] of Object.entries({ ...MODULES, ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), body);
  }
  let surface: SharedSurface | undefined;
  const compiler = webpack({
    context: root,
    mode: 'production',
    entry: kind === 'shell' ? './src/main.js' : {},
    output: { path: join(root, 'dist'), uniqueName: kind },
    plugins: [
      federation(kind),
      new SharedSurfacePlugin((found) => {
        surface = found;
      }),
    ],
  });
  if (!compiler) throw new Error('webpack created no compiler.');
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!surface || stats?.hasErrors()) throw new Error(stats?.toString('errors-only'));
  return surface;
}

function federation(kind: 'shell' | 'remote'): WebpackPluginInstance {
  return new ModuleFederationPlugin({
    name: kind,
    dts: false,
    manifest: false,
    shared:
      kind === 'shell'
        ? { kit: provided('1.2.0'), old: provided('3.0.1', false), odd: provided('1.0.0') }
        : {
            kit: consumed('1.2.0'),
            old: consumed('3.0.1'),
            odd: consumed('1.0.0'),
            quiet: consumed('1.0.0'),
          },
    ...(kind === 'remote' && { filename: 'entry.js', exposes: { './routes': './src/routes.js' } }),
  }) as unknown as WebpackPluginInstance;
}
