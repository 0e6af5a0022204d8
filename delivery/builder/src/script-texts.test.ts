import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledCatalog } from './compiled-catalog.ts';
import { textsIn, writeScriptTexts } from './script-texts.ts';
import { deliveredPackage } from './workspace/packages.ts';

const signup = deliveredPackage('mfe-signup');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'script-texts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const catalog = () => compiledCatalog(join(signup.folder, 'src/locales/ja.po'));
const showing = (ids: readonly string[]) => ids.map((id) => `t({id:"${id}"})`).join(';');

// @proves 16.890
test('each script has a file of its texts in each language, and only of those', async () => {
  const texts = await catalog();
  const [first = '', second = '', ...others] = Object.keys(texts);
  await writeFile(join(folder, 'main.0123456789.js'), showing([first, second]));
  await writeFile(join(folder, '12.0123456789.js'), showing([second, ...others]));
  await writeFile(join(folder, '13.0123456789.js'), 'draw()');
  await writeFile(join(folder, 'catalog-ja.0123456789.js'), showing([first]));
  await writeScriptTexts([signup], folder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  expect(names).toEqual([
    expect.stringMatching(/^12\.0123456789\.en\.[0-9a-f]{10}\.json$/),
    expect.stringMatching(/^12\.0123456789\.ja\.[0-9a-f]{10}\.json$/),
    expect.stringMatching(/^main\.0123456789\.en\.[0-9a-f]{10}\.json$/),
    expect.stringMatching(/^main\.0123456789\.ja\.[0-9a-f]{10}\.json$/),
  ]);
  const written = JSON.parse(await readFile(join(folder, names[3] ?? ''), 'utf8'));
  expect(written).toEqual({ [first]: texts[first], [second]: texts[second] });
});

// @proves 16.894
test('a text that no script shows ends the build', async () => {
  const [lost = '', ...shown] = Object.keys(await catalog());
  await writeFile(join(folder, 'main.0123456789.js'), showing(shown));
  await expect(writeScriptTexts([signup], folder)).rejects.toThrow(
    /^The code no longer shows the text .* npm run i18n/,
  );
  await writeFile(join(folder, '12.0123456789.js'), showing([lost]));
  await writeScriptTexts([signup], folder);
});

// @proves 16.894
test('a draft shows a text that is in no catalog yet as the code has it, and never ends because of a text', async () => {
  const [known = ''] = Object.keys(await catalog());
  const code = `t({id:"${known}",message:"old"}),t({id:"nEw001",message:"Pay {price} yen"}),t({id:'nEw002',message:\`It's "new"\`})`;
  await writeFile(join(folder, 'main.0123456789.js'), code);
  await writeScriptTexts([signup], folder, true);
  const [file = ''] = (await readdir(folder)).filter((name) => name.includes('.ja.'));
  expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toEqual({
    [known]: (await catalog())[known],
    nEw001: ['Pay ', ['price'], ' yen'],
    nEw002: ['It\'s "new"'],
  });
});

test('an id is found in every kind of quotation marks, also between others', () => {
  const ids = ['abc+/1', 'def456', 'ghi789', 'jkl012'];
  const texts = Object.fromEntries(ids.map((id) => [id, [id]]));
  const code = 'a("abc+/1","def456")?`ghi789`:{id:\'jkl012\'},"abc+/12",mno345';
  expect(Object.keys(textsIn(code, { ...texts, mno345: ['mno'] }))).toEqual(ids);
});
