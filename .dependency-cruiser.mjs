/**
 * Which file may import which. `npm test` checks these rules (step `imports`). docs/architecture.md
 * describes the floors, and docs/decisions/0014-checks-of-the-source.md why a kept tool checks them.
 */

const WORKSPACES = '^(shell|mfe-[^/]+|shared-[^/]+|server/[^/]+|delivery/[^/]+|checks/[^/]+|e2e)/';
/** Compiles the remotes into one build, which only the bench uses. */
const MONOLITH = '^delivery/builder/src/monolith-remotes\\.ts$';
/** Tests, helpers that only tests load, and configuration that runs before a build. */
const TESTS = [
  '\\.(test|spec)\\.tsx?$',
  '/testing/',
  '[^/]+\\.config\\.ts$',
  '^shared-ui/src/(preset|panda)/',
];

/**
 * Allows a folder to import only the named workspace folders.
 * @param {string} folder
 * @param {readonly string[]} mayImport folder names, as regular expressions
 */
const mayImport = (folder, ...mayImport) => ({
  name: `${folder} imports`,
  comment: `${folder} may import only: ${mayImport.join(', ') || 'no other package'}.`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: [...TESTS, MONOLITH] },
  to: { path: WORKSPACES, pathNot: `^(${[folder, ...mayImport].join('|')})/` },
});

/** What every process may import. */
const GROUND = ['shared-contract', 'shared-brand', 'shared-process'];
/** The server from its ground up: each of these packages may import those before it. */
const SERVER_FLOORS = [
  'server/platform',
  'server/members',
  'server/mail',
  'server/endpoint',
  'server/notifications',
  'server/passports',
  'server/accounts',
  'server/identity',
];
/** Folders of features that a portal can do without: LINE, another identity provider, wallets. */
const FEATURES = [
  '^server/(identity|accounts)/src/(line|other-provider)/',
  '^server/passports/src/wallets/',
  '^server/main/src/doctor/(provider|wallet)-checks\\.ts$',
  '^mfe-signup/src/screens/signup/line/',
  '^mfe-mypage/src/screens/my-page/passports/\\$id/wallets/',
];
/** Where they are composed: these files change when a feature is removed. */
const COMPOSITION = [
  '^server/(identity|passports)/src/settings\\.ts$',
  '^server/identity/src/provider/provider\\.ts$',
  '^server/main/src/(index|main|seed/fixtures|doctor/index)\\.ts$',
  '^mfe-signup/src/screens/signup/(index|enter-email|verify-code)\\.tsx$',
  '^mfe-mypage/src/screens/my-page/passports/\\$id/index\\.tsx$',
];
/** What the checks look at. */
const BELOW_CHECKS = ['shell', 'mfe-[^/]+', 'shared-[^/]+', '(server|delivery)/[^/]+', 'e2e'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    mayImport('shared-contract'),
    mayImport('shared-i18n', 'shared-contract'),
    mayImport('shared-api', 'shared-contract', 'shared-i18n'),
    mayImport('shared-auth', 'shared-contract', 'shared-i18n', 'shared-api'),
    mayImport('shared-routing', 'shared-contract', 'shared-i18n'),
    mayImport(
      'shared-ui',
      'shared-contract',
      'shared-i18n',
      'shared-api',
      'shared-auth',
      'shared-routing',
    ),
    mayImport('shared-process', 'shared-contract'),
    mayImport('shared-brand', 'shared-contract', 'shared-process'),
    ...SERVER_FLOORS.map((name, floor) =>
      mayImport(name, ...GROUND, ...SERVER_FLOORS.slice(0, floor)),
    ),
    mayImport(
      'server/releases',
      ...GROUND,
      'server/platform',
      'server/members',
      'server/endpoint',
      'delivery/model',
    ),
    mayImport('server/main', ...GROUND, ...SERVER_FLOORS, 'server/releases', 'delivery/model'),
    mayImport('delivery/model', ...GROUND),
    mayImport('delivery/page', 'shared-(contract|i18n|api|auth|routing|ui)'),
    mayImport('delivery/builder', 'shared-[^/]+', 'delivery/model'),
    mayImport('delivery/serve', 'shared-[^/]+', 'delivery/(model|builder)'),
    mayImport('delivery/tools', 'shared-[^/]+', 'delivery/(model|builder|serve)'),
    {
      name: 'nothing imports the checks',
      comment: 'What only checks can be taken away.',
      severity: 'error',
      from: { path: WORKSPACES, pathNot: '^checks/' },
      to: { path: '^checks/' },
    },
    mayImport('checks/tools', ...BELOW_CHECKS),
    mayImport('checks/source', ...BELOW_CHECKS, 'checks/tools'),
    mayImport('checks/runner', ...BELOW_CHECKS, 'checks/(tools|source)'),
    mayImport('checks/tour', ...BELOW_CHECKS),
    mayImport('checks/bench', ...BELOW_CHECKS),
    mayImport('checks/jest', ...BELOW_CHECKS),
    {
      name: 'features are composed in few places',
      comment: 'Removing a feature removes its folders and its lines in these files.',
      severity: 'error',
      from: { path: '^(server|mfe-[^/]+)/', pathNot: [...TESTS, ...FEATURES, ...COMPOSITION] },
      to: { path: FEATURES },
    },
    {
      name: 'the shell imports shared packages only',
      comment: 'It imports no remote.',
      severity: 'error',
      from: { path: '^(shell)/', pathNot: TESTS },
      to: { path: WORKSPACES, pathNot: ['^shared-', '^$1/'] },
    },
    {
      name: 'tests of the shell',
      comment: 'They may also import the test server and the test frame.',
      severity: 'error',
      from: { path: '^(shell)/' },
      to: { path: WORKSPACES, pathNot: ['^shared-', '^(server|delivery)/', '^$1/'] },
    },
    {
      name: 'remotes import the kit only',
      comment: 'As in a repository of their own. A remote imports neither another nor the shell.',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: WORKSPACES, pathNot: ['^delivery/kit/', '^$1/'] },
    },
    {
      name: 'screens import no helpers of tests',
      comment: 'The entry points below `testing` are for component tests.',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/', pathNot: TESTS },
      to: { path: '^delivery/kit/src/testing/' },
    },
    mayImport('delivery/kit', 'shared-(contract|i18n|api|auth|routing|ui)'),
    {
      name: 'relative imports stay inside their package',
      comment: 'Import another package by its name and its exports.',
      severity: 'error',
      from: { path: WORKSPACES, pathNot: MONOLITH },
      to: { dependencyTypes: ['local'], path: WORKSPACES, pathNot: '^$1/' },
    },
    {
      name: 'what runs is a dependency',
      comment:
        '`npm start` installs no development dependency: only tests and `npm run dev` may import one.',
      severity: 'error',
      from: {
        path: '^(shell|mfe-[^/]+|shared-[^/]+|server|delivery)/',
        pathNot: [...TESTS, '^delivery/tools/src/dev/'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no circular imports',
      comment: 'No file imports itself through others, not even for types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports resolve',
      comment: 'The type files of the styles have no code.',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: ['^#styled/types/'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|styled-system|locales|drizzle|\\.[a-z]+)/' },
    // swc, since TypeScript 7 has no API for other programs.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
