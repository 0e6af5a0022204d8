import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedModule } from '@portal/delivery-builder/shared-modules';
import {
  buildSmall,
  openSmallPage,
  type Runtime,
  type SmallBuild,
  type SmallPage,
} from './testing/small-builds.ts';

/** Each copy that runs counts itself; `add` counts calls of one copy. */
const KIT = {
  'node_modules/kit/package.json': '{"name":"kit","version":"1.2.0"}',
  'node_modules/kit/index.js': `
    globalThis.kits = (globalThis.kits ?? 0) + 1;
    let calls = 0;
    export const add = () => (calls += 1);
    export { twice } from './twice.js';`,
  // A circle through the shared module, as in a package that imports itself by its name.
  'node_modules/kit/twice.js': `
    import { add } from 'kit';
    export const twice = () => [add(), add()];`,
  'node_modules/late/package.json': '{"name":"late","version":"0.3.1"}',
  'node_modules/late/index.js': `
    globalThis.lates = (globalThis.lates ?? 0) + 1;
    export const word = 'late';`,
};

const provided = (version: string, eager: boolean): SharedModule => ({
  singleton: true,
  strictVersion: false,
  requiredVersion: `^${version}`,
  version,
  ...(eager ? { eager } : {}),
});
const consumed = (version: string, strictVersion = false): SharedModule => ({
  singleton: true,
  strictVersion,
  requiredVersion: `^${version}`,
  import: false,
});

const shell = (runtime: Runtime): SmallBuild => ({
  name: `shell_${runtime.replaceAll(' ', '_')}`,
  kind: 'shell',
  runtime,
  shared: { kit: provided('1.2.0', true), late: provided('0.3.1', false) },
  files: {
    ...KIT,
    'src/main.ts': `
      import { add, twice } from 'kit';
      ${
        runtime === 'ours'
          ? `import { openContainer } from '#container';
             const open = (name) => openContainer(name, './routes');`
          : `import { loadRemote, registerRemotes } from '#stock';
             const open = (name) => {
               registerRemotes([{ name, entry: 'https://portal.example/entry.js', type: 'global' }]);
               return loadRemote(name + '/routes');
             };`
      }
      Object.assign(globalThis, { add, twice, open, late: () => import('late') });`,
  },
});

const remote = (
  name: string,
  runtime: Runtime,
  shared: SmallBuild['shared'] = { kit: consumed('1.2.0'), late: consumed('0.3.0') },
): SmallBuild => ({
  name,
  kind: 'remote',
  runtime,
  shared,
  files: {
    ...KIT,
    'src/routes.ts': `
      import { add } from 'kit';
      export { add };
      export const screen = () => import('./screen.ts');`,
    'src/screen.ts': `import { word } from 'late'; export const text = word + '!';`,
  },
});

/** A remote with copies of its own, of newer versions, which it would use without a shell. */
const WITH_COPIES = {
  kit: { ...provided('1.3.0', false), requiredVersion: '^1.2.0' as const },
  late: { ...provided('0.3.9', false), requiredVersion: '^0.3.1' as const },
};

const BUILDS = {
  ours: shell('ours'),
  stock: shell('stock'),
  lean: remote('lean', 'ours'),
  plain: remote('plain', 'stock'),
  copies: remote('copies', 'stock', WITH_COPIES),
  strict: remote('strict', 'ours', { kit: consumed('2.0.0', true), late: consumed('0.3.0') }),
  lenient: remote('lenient', 'ours', { kit: consumed('1.3.0'), late: consumed('0.4.0') }),
  lacking: {
    ...remote('lacking', 'ours', { absent: consumed('1.0.0') }),
    files: { 'src/routes.ts': `export { nothing } from 'absent';` },
  },
};

const dists: Partial<Record<keyof typeof BUILDS, string>> = {};
let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'federation-')));
  for (const [name, build] of Object.entries(BUILDS)) {
    dists[name as keyof typeof BUILDS] = await buildSmall(folder, build);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Routes = { add(): number; screen(): Promise<{ readonly text: string }> };

/** A page with a shell, in which the entry of a remote has run. */
async function pageWith(
  host: 'ours' | 'stock',
  name: keyof typeof BUILDS,
): Promise<{ page: SmallPage; open: () => Promise<Routes> }> {
  const page = openSmallPage();
  await page.run(dists[host] ?? '', 'main.js');
  const dist = dists[name] ?? '';
  const [entry = ''] = (await readdir(dist)).filter((file) => file.startsWith('entry.'));
  await page.run(dist, entry);
  return { page, open: () => page.evaluate<Promise<Routes>>(`open('${name}')`) };
}

describe.each([
  ['ours', 'lean', 'our runtime in our shell'],
  ['ours', 'plain', "the plugin's runtime in our shell"],
  ['ours', 'copies', "the plugin's runtime and copies of its own in our shell"],
  ['stock', 'lean', "our runtime in a shell with the plugin's"],
] as const)('shell: %s, remote: %s (%s)', (host, name, _words) => {
  test('use one copy of each shared module', async () => {
    const { page, open } = await pageWith(host, name);
    expect(page.evaluate('add()')).toBe(1);
    const routes = await open();
    expect(routes.add()).toBe(2);
    expect(page.evaluate('add()')).toBe(3);
    expect((await routes.screen()).text).toBe('late!');
    await page.evaluate('late()');
    expect(page.evaluate('[kits, lates]')).toEqual([1, 1]);
    expect(page.log).toEqual([]);
  });
});

describe('our runtime', () => {
  test('fetches a shared module again that did not load', async () => {
    const { page, open } = await pageWith('ours', 'lean');
    const { screen } = await open();
    const [file = ''] = (await readdir(dists.ours ?? '')).filter((one) => one.includes('late'));
    page.failing.add(file);
    await expect(screen()).rejects.toThrow(/Loading chunk/);
    expect((await screen()).text).toBe('late!');
  });

  test.each(['ours', 'stock'] as const)(
    'refuses another version where the build is strict, and logs the reason (shell: %s)',
    async (host) => {
      const { page, open } = await pageWith(host, 'strict');
      const reason = `strict needs kit ^2.0.0, and shell_${host} has 1.2.0.`;
      await expect(open()).rejects.toThrow(reason);
      expect(page.log).toContain(reason);
      expect(page.evaluate('add()')).toBe(1);
    },
  );

  test('says which shared module the shell lacks', async () => {
    const { open } = await pageWith('ours', 'lacking');
    await expect(open()).rejects.toThrow("Can not get 'absent'");
  });
});
