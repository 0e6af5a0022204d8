import { commandIn } from '../command/testing/run-command.ts';
import { repositoryFiles } from './new-remote.ts';

const run = commandIn('.');

// @proves 7.211
test.each([
  ['an address of the API', ['offers', '--path', '/api'], 1, 'path-reserved'],
  ['the prefix of a language', ['offers', '--path', '/en'], 1, 'path-reserved'],
  ['a path below another', ['offers', '--path', '/account/offers'], 2, 'usage'],
  ['no path', ['offers'], 2, 'usage'],
  ['a name with capitals', ['Offers', '--path', '/offers'], 2, 'usage'],
  ['a name that leads elsewhere', ['../offers', '--path', '/offers'], 2, 'usage'],
  ['the name of the shell', ['shell', '--path', '/offers'], 2, 'usage'],
  ['the name of the folder', ['mfe-offers', '--path', '/offers'], 2, 'usage'],
  ['a title with code', ['offers', '--path', '/offers', '--title', '`x`'], 2, 'usage'],
  ['a folder without the kit', ['offers', '--path', '/offers'], 1, 'no-kit'],
])('refuses %s', async (_, args, exitCode, refusal) => {
  const { code, out } = await run('new', ...args, '--json');
  expect([code, JSON.parse(out).refusals[0].code]).toEqual([exitCode, refusal]);
});

// @proves 7.211
test('fills in what the team has named, at the address of the screen', async () => {
  const files = await repositoryFiles({
    name: 'summer-offers',
    path: '/offers',
    title: 'Offers',
    titleJa: 'ご案内',
    team: 'season',
  });
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['.gitignore', '.github/CODEOWNERS', 'src/screens/offers/index.tsx']),
  );
  expect(files['src/routes.ts']).toContain("path: '/offers'");
  expect(files['src/locales/ja.po']).toContain('msgid "Offers"\nmsgstr "ご案内"');
  for (const text of Object.values(files)) {
    expect(text).not.toMatch(/(?<!\$)\{\{|segment/);
  }
});
