import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from '@portal/delivery-builder/workspace/packages';
import { fileKey, type ShellDocument } from '@portal/delivery-model/document';
import { makeShell } from '@portal/delivery-model/testing/release';
import { checkTypes } from './check-types.ts';

mkdirSync(CACHE, { recursive: true });
const SOURCES = mkdtempSync(path.join(CACHE, 'remote-'));
beforeAll(() => {
  mkdirSync(path.join(SOURCES, 'src'));
  writeFileSync(
    path.join(SOURCES, 'src/offers.ts'),
    [
      "import { priceOf } from '@portal/kit/ui';",
      "import { format } from '@portal/shared-i18n';",
      "export const text: string = format(priceOf('night'));",
      '',
    ].join('\n'),
  );
});
afterAll(() => rmSync(SOURCES, { recursive: true }));

/** A shell whose modules have these types. */
function shellWith(ui: string, version = 1) {
  const { document } = makeShell(`shell ${version}`);
  const types = `types.000000000${version}.json`;
  const json = JSON.stringify({
    exports: {
      '@portal/shared-ui': 'shared-ui/src/index.d.ts',
      '@portal/shared-i18n': 'shared-i18n/src/index.d.ts',
    },
    files: {
      'shared-ui/src/index.d.ts': ui,
      'shared-i18n/src/index.d.ts': 'export declare const format: (price: number) => string;\n',
    },
  });
  return { shell: { ...document, types } satisfies ShellDocument, json };
}
const check = async (...shells: ReturnType<typeof shellWith>[]) => {
  const files = new Map(shells.map(({ shell, json }) => [fileKey('shell', shell.types), json]));
  const { problems } = await checkTypes(
    SOURCES,
    shells.map(({ shell }) => shell),
    {
      get: async (key) => {
        const json = files.get(key);
        return json === undefined ? undefined : new TextEncoder().encode(json);
      },
    },
  );
  return problems.map(({ code, reason }) => ({ code, reason }));
};

// @proves 7.772
test('a signature that has grown fits, and one that has changed is refused with its place', async () => {
  const same = shellWith('export declare function priceOf(design: string): number;\n');
  const grown = shellWith(
    "export declare function priceOf(design: string, on?: Date): number;\nexport declare const more: 'x';\n",
    2,
  );
  const changed = shellWith('export declare function priceOf(design: string): string;\n', 3);
  const gone = shellWith('export {};\n', 4);
  expect(await check(same, grown)).toEqual([]);
  const at = `${path.relative(path.dirname(CACHE), SOURCES)}/src/offers.ts`;
  expect(await check(same, changed, gone)).toEqual([
    {
      code: 'types.changed',
      reason: `${at}:3 does not fit shell ${changed.shell.version}, which is live: Argument of type 'string' is not assignable to parameter of type 'number'.`,
    },
    {
      code: 'types.changed',
      reason: `${at}:1 does not fit shell ${gone.shell.version}, which is live: Module '"@portal/kit/ui"' has no exported member 'priceOf'.`,
    },
  ]);
});
