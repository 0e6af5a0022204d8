/** A change of a file: a text that is in it once, and what stands there without the feature. */
type Cut = readonly [file: string, find: string, instead: string];

/** A feature that a portal can do without: folders, and the lines where they are composed. */
export type Feature = {
  readonly name: string;
  /** Its files and folders. */
  readonly files: readonly string[];
  readonly cuts: readonly Cut[];
  /** Tests of it, and of several features together, that lie in folders of others. */
  readonly tests: readonly string[];
};

const without = (file: string, ...texts: readonly string[]): readonly Cut[] =>
  texts.map((text) => [file, text, '']);

const API = 'server/main/src/index.ts';
const MAIN = 'server/main/src/main.ts';
const DOCTOR = 'server/main/src/doctor/index.ts';
const CONTRACT = 'shared-contract/src/index.ts';
const IDENTITY = 'server/identity/src/settings.ts';
const PROVIDER = 'server/identity/src/provider/provider.ts';
const PASSPORTS = 'server/passports/src/settings.ts';
const TEST_SERVER = 'server/testing/src/index.ts';
const PASSPORT_PAGE = 'mfe-mypage/src/screens/my-page/passports/$id/index.tsx';

const WALLETS: Feature = {
  name: 'Wallets',
  files: [
    'server/passports/src/wallets',
    'server/testing/src/wallets',
    'server/main/src/doctor/wallet-checks.ts',
    'shared-contract/src/passports/wallets.ts',
    'mfe-mypage/src/screens/my-page/passports/$id/wallets',
  ],
  cuts: [
    ...without(
      API,
      `import { mountPassportWallets } from '@portal/server-passports/wallets/passport-wallets';\n`,
      '  mountPassportWallets(app, context);\n',
    ),
    ...without(
      PASSPORTS,
      `import { WALLET_SECRETS, WALLET_VARIABLES, type Wallets, walletsOf } from './wallets/settings.ts';\n`,
      '  readonly wallets: Wallets;\n',
      '  ...WALLET_VARIABLES,\n',
      ', ...WALLET_SECRETS',
      `  const wallets = walletsOf(env);\n  if (typeof wallets === 'string') throw new ConfigError(wallets);\n`,
      '    wallets,\n',
    ),
    ...without('server/testing/src/config.ts', '    wallets: {},\n'),
    ...without(
      DOCTOR,
      `import { WALLET_CHECKS } from './wallet-checks.ts';\n`,
      '  ...WALLET_CHECKS,\n',
    ),
    ...without(CONTRACT, `export * from './passports/wallets.ts';\n`),
    ...without(
      PASSPORT_PAGE,
      `import { Wallets } from './wallets/index.tsx';\n`,
      '        <Wallets passport={data} />\n',
    ),
  ],
  tests: ['server/main/src/docker-files.test.ts'],
};

const OTHER_PROVIDER: Feature = {
  name: 'Another identity provider',
  files: [
    'server/identity/src/other-provider',
    'server/testing/src/other-provider',
    'server/main/src/doctor/provider-checks.ts',
  ],
  cuts: [
    ...without(
      MAIN,
      `import { openOtherProvider } from '@portal/server-identity/other-provider';\n`,
      `  const other =
    config.otherProvider &&
    (await openOtherProvider({ ...context, db: context.database.apiDb }, config.otherProvider));
`,
      'other?.findAccessToken ?? ',
      '    otherAccounts: other?.accounts,\n',
    ),
    ...without(
      TEST_SERVER,
      `import { openOtherProvider } from '@portal/server-identity/other-provider';\n`,
      '  const other = config.otherProvider && (await openOtherProvider(context, config.otherProvider));\n',
      'other?.findAccessToken ?? ',
      '    otherAccounts: other?.accounts,\n',
    ),
    ...without(
      IDENTITY,
      `import {
  OTHER_PROVIDER_SECRETS,
  OTHER_PROVIDER_VARIABLES,
  type OtherProviderConfig,
  otherProviderOf,
} from './other-provider/settings.ts';
`,
      `  /** Where members sign in; undefined for our own identity provider. */
  readonly otherProvider: OtherProviderConfig | undefined;
`,
      '  ...OTHER_PROVIDER_VARIABLES,\n',
      '...OTHER_PROVIDER_SECRETS, ',
      `  if (typeof otherProvider === 'string') throw new ConfigError(otherProvider);\n`,
      `import { ConfigError } from '@portal/shared-process/config-error';\n`,
    ),
    [IDENTITY, 'otherProviderOf(env, clientId)', 'undefined'],
    ...without(
      DOCTOR,
      `import { PROVIDER_CHECKS } from './provider-checks.ts';\n`,
      '  ...PROVIDER_CHECKS,\n',
    ),
  ],
  tests: [
    'mfe-signup/src/screens/link-sign-in.test.tsx',
    'server/main/src/config.test.ts',
    'server/main/src/docker-files.test.ts',
    'shared-auth/src/other-provider-journey.test.ts',
  ],
};

const TELEMETRY: Feature = {
  name: 'Reports of browsers',
  files: [
    'server/releases/src/figures/telemetry.ts',
    'shell/src/telemetry/stage-sender.ts',
    'shell/src/telemetry/view-sender.ts',
  ],
  cuts: [
    ...without(
      API,
      `import { mountTelemetry } from '@portal/server-releases/figures/telemetry';\n`,
      '  mountTelemetry(app, context);\n',
    ),
    ...without(
      'shell/src/after-first-page.ts',
      `import { sendStagesTo } from './telemetry/report-stage.ts';\n`,
      `import { createStageSender } from './telemetry/stage-sender.ts';\n`,
      `import { createViewSender } from './telemetry/view-sender.ts';\n`,
      '  const sendStages = createStageSender(portal, owner);\n',
      '  const sendView = createViewSender(portal, { remote: owner, path: started.path });\n',
      `  sendStagesTo((event) => {
    sendStages(event);
    sendView(event);
  });
`,
    ),
  ],
  tests: [
    'server/releases/src/figures/figures.test.ts',
    'server/releases/src/figures/vitals.test.ts',
    'shell/src/telemetry/stage-sender.test.ts',
    'shell/src/telemetry/view-sender.test.ts',
  ],
};

const LINE: Feature = {
  name: 'LINE',
  files: [
    'server/identity/src/line',
    'server/accounts/src/line',
    'shared-contract/src/account/line.ts',
    'shared-auth/src/line.ts',
    'mfe-signup/src/screens/signup/line',
    'mfe-account/src/screens/account/connect-line',
    'mfe-account/src/screens/confirm-connect-line.tsx',
  ],
  cuts: [
    ...without(
      IDENTITY,
      `import { LINE_SECRETS, LINE_VARIABLES, type LineConfig, lineOf } from './line/settings.ts';\n`,
      '  ...LINE_VARIABLES,\n',
      ', ...LINE_SECRETS',
    ),
    [
      IDENTITY,
      '{ readonly line?: LineConfig }',
      'Readonly<Record<string, { readonly issuer: string }>>',
    ],
    [IDENTITY, 'lineOf(env, platform, portBase)', '{}'],
    [IDENTITY, '  platform: PlatformSettings,', '  _platform: PlatformSettings,'],
    [IDENTITY, '  portBase: number,', '  _portBase: number,'],
    [
      PROVIDER,
      `import { lineConnection } from '../line/index.ts';`,
      `import type { Connection } from '../sign-in/connection.ts';`,
    ],
    [PROVIDER, 'lineConnection(deps)', 'undefined as Connection | undefined'],
    ...without(
      API,
      `import { mountLine } from '@portal/server-accounts/line/routes';\n`,
      '  mountLine,\n',
    ),
    ...without(
      MAIN,
      `import { createLineSandbox } from '@portal/server-identity/line/sandbox';\n`,
      `import { LINE_PEOPLE } from '@portal/server-identity/line/sandbox/people';\n`,
      '  const linePeople = [...LINE_PEOPLE];\n',
      ', linePeople',
      `    const { line } = config.connections;
    if (line?.sandbox) {
      const sandbox = createLineSandbox({ config, line, log, people: linePeople });
      listeners.push(await listen(sandbox, Number(new URL(line.issuer).port), host));
    }
`,
    ),
    ...without(
      'server/main/src/seed/fixtures.ts',
      `import { type LinePerson, LinePersonSchema } from '@portal/server-identity/line/sandbox/people';\n`,
      ', linePeople: LinePerson[]',
      `  app.post('/line-people', async (c) => {
    const person = v.safeParse(LinePersonSchema, await c.req.json().catch(() => undefined));
    if (!person.success) return c.json({ error: 'request.invalid' }, 422);
    linePeople.push(person.output);
    return c.json({}, 201);
  });
`,
    ),
    ...without('server/testing/src/mail-catcher.ts', ', []'),
    ...without(
      'server/testing/src/idp/idp.ts',
      `import { createLineSandbox } from '@portal/server-identity/line/sandbox';\n`,
      '      ...(options.line && { connections: { line: lineConfig } }),\n',
      `  if (options.line) {
    lineServer.on('request', createLineSandbox({ ...server.context, line: lineConfig }));
  }
`,
      '  const lineConfig = { ...LINE_CHANNEL, issuer: line };\n',
      `const LINE_CHANNEL = {
  channelId: 'line-sandbox',
  channelSecret: 'a-secret-of-the-channel-for-tests-only',
  email: true,
  sandbox: true,
};
`,
    ),
    ...without(CONTRACT, `export * from './account/line.ts';\n`),
    ...without(
      'shared-auth/src/index.ts',
      `export { type LineSignUp, lineConnected, signUpWithLine, takeLineSignUp } from './line.ts';\n`,
    ),
    ...without(
      'mfe-signup/src/screens/signup/choices.tsx',
      `import { LineChoice } from './line/choice.tsx';\n`,
      '      <LineChoice />\n',
    ),
    ...without(
      'mfe-signup/src/screens/signup/enter-email.tsx',
      `import { takeHandover } from './line/handover.ts';\n`,
      `import { HandoverNote } from './line/notes.tsx';\n`,
      `  const handedOver = takeHandover(pathname, (ticket) =>
    signUpFlow.send({ type: 'ticketArrived', ...ticket }),
  );
  if (handedOver) return handedOver;
`,
      '      <HandoverNote hasTicket={hasTicket} />\n',
    ),
    ...without(
      'mfe-signup/src/screens/signup/verify-code.tsx',
      `import { StartAgain, TicketExpired } from './line/expired.tsx';\n`,
      `import { TakenNote } from './line/notes.tsx';\n`,
      ' note={hasTicket ? <TakenNote email={email} /> : undefined}',
      `      {stage.kind === 'ticket-expired' && <TicketExpired />}\n`,
      `      return <StartAgain />;\n`,
    ),
    ...without(
      'mfe-account/src/routes.ts',
      `  {
    path: '/account/connect-line',
    kind: 'form',
    title: msg\`Connect LINE\`,
    forceSessionCheck: true,
    early: ['/userinfo'],
    ownProvider: true,
    menu: { order: 50, icon: 'chat' },
    lazy: () => import('./screens/account/connect-line/index.tsx'),
  },
`,
      `  {
    path: '/account/connect-line/complete',
    kind: 'form',
    title: msg\`LINE is connected\`,
    ownProvider: true,
    lazy: () => import('./screens/account/connect-line/complete.tsx'),
  },
`,
      `  {
    path: '/confirm-connect-line',
    kind: 'form',
    guard: 'public',
    layout: 'empty',
    title: msg\`Connect LINE\`,
    ownProvider: true,
    lazy: () => import('./screens/confirm-connect-line.tsx'),
  },
`,
    ),
    ...without(
      'mfe-account/src/screens/account/password-settings/complete.tsx',
      `import { connectLineFlow } from '../connect-line/flow.ts';\n`,
      ` ?? connectLineFlow.state().kind === 'needsPassword'`,
    ),
    ...without(
      'mfe-account/src/screens/account/groups.tsx',
      `      <DataRow to="/account/connect-line" label="LINE">
        {member.line_linked ? (
          <Trans context="LINE">Connected</Trans>
        ) : (
          <Trans context="LINE">Not connected</Trans>
        )}
      </DataRow>
`,
    ),
  ],
  tests: [
    'mfe-account/src/screens/account/index.test.tsx',
    'mfe-signup/src/screens/mail-links.test.tsx',
    'mfe-signup/src/screens/signup/sign-up-with-line.test.tsx',
    'server/accounts/src/routes/account.test.ts',
    'server/accounts/src/routes/undo-changes.test.ts',
    'server/identity/src/sign-in/forged-cookies.test.ts',
    'server/identity/src/sign-in/reopen.test.ts',
    'server/identity/src/sign-in/second-step.test.ts',
    'server/identity/src/sign-in/trusted-browser.test.ts',
    'server/identity/src/ways.test.ts',
    'server/main/src/config.test.ts',
    'server/main/src/docker-files.test.ts',
    'shared-auth/src/line.test.ts',
    'shared-auth/src/portal-session.test.tsx',
  ],
};

export const FEATURES: readonly Feature[] = [LINE, WALLETS, OTHER_PROVIDER, TELEMETRY];
