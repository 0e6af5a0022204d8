/**
 * Which file may import which. `npm test` checks these rules (step `imports`). docs/architecture.md
 * describes the floors, and docs/decisions/0015-import-rules.md why a kept tool checks them.
 */

const WORKSPACES = '^(shell|mfe-[^/]+|shared-[^/]+|server|delivery|e2e)/';
const SCREENS = '^(shell|mfe-[^/]+)/';
/** Compiles the remotes into one build, which only the bench uses. */
const MONOLITH = '^delivery/src/build/monolith-remotes\\.ts$';
/** Tests, helpers that only tests load, and configuration that runs before a build. */
const TESTS = [
  '\\.(test|spec)\\.tsx?$',
  '/testing/',
  '^[^/]+/[^/]+\\.config\\.ts$',
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
  from: { path: `^${folder}/`, pathNot: TESTS },
  to: { path: WORKSPACES, pathNot: `^(${[folder, ...mayImport].join('|')})/` },
});

/** The top floor of the server: what is started, and what only starts with it. */
const SERVER_TOP = [
  'gate',
  'housekeeping\\.ts',
  'line-sandbox',
  'main\\.ts',
  'monitoring',
  'notify',
  'outbox',
  'page',
  'payment-sandbox',
  'seed',
  'staff',
];

/**
 * Forbids a folder of the server to import the floors above it.
 * @param {string} folder
 * @param {readonly string[]} above folders and files of server/src, as regular expressions
 */
const serverFloor = (folder, ...above) => ({
  name: `server/${folder} imports lower floors only`,
  comment: 'The floors of the server: db, domain, mail and payments, idp and api, the rest.',
  severity: 'error',
  from: { path: `^server/src/${folder}/`, pathNot: TESTS },
  to: { path: `^server/src/(${above.join('|')})(/|$)` },
});

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
    mayImport('shared-release', 'shared-contract', 'shared-i18n', 'shared-routing'),
    mayImport('server', 'shared-contract', 'shared-release'),
    {
      name: 'delivery imports',
      comment: 'delivery imports shared packages and the server. The monolith is for the bench.',
      severity: 'error',
      from: {
        path: '^delivery/',
        pathNot: [...TESTS, MONOLITH],
      },
      to: { path: '^(shell|mfe-[^/]+|e2e)/' },
    },
    {
      name: 'screens import shared packages only',
      comment: 'The shell imports no remote, and a remote imports neither another nor the shell.',
      severity: 'error',
      from: { path: SCREENS, pathNot: TESTS },
      to: { path: WORKSPACES, pathNot: ['^shared-', '^$1/'] },
    },
    {
      name: 'tests of screens',
      comment: 'Component tests may also import the test server and the test frame.',
      severity: 'error',
      from: { path: SCREENS },
      to: { path: WORKSPACES, pathNot: ['^shared-', '^(server|delivery)/', '^$1/'] },
    },
    serverFloor('db', 'domain', 'releases', 'mail', 'payments', 'idp', 'api', ...SERVER_TOP),
    serverFloor('domain', 'releases', 'mail', 'payments', 'idp', 'api', ...SERVER_TOP),
    serverFloor('releases', 'mail', 'payments', 'idp', 'api', ...SERVER_TOP),
    serverFloor('mail', 'payments', 'idp', 'api', ...SERVER_TOP),
    serverFloor('payments', 'mail', 'idp', 'api', ...SERVER_TOP),
    serverFloor('idp', 'api', ...SERVER_TOP),
    serverFloor('api', 'idp', ...SERVER_TOP),
    {
      name: 'relative imports stay inside their package',
      comment: 'Import another package by its name and its exports.',
      severity: 'error',
      from: { path: WORKSPACES, pathNot: MONOLITH },
      to: { dependencyTypes: ['local'], path: WORKSPACES, pathNot: '^$1/' },
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
