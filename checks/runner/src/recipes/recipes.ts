import {
  change,
  create,
  insertAfter,
  type Recipe,
  run,
  runAsWritten,
  translateNewText,
} from './recipe.ts';
import { REMOTE } from './remote-recipe.ts';

const SCREEN: Recipe = {
  section: 'Add a screen',
  steps: [
    runAsWritten('Add a screen'),
    ...translateNewText('mfe-account', 'Sample screen', '見本の画面'),
    insertAfter(
      'docs/product.md',
      '| Accept the terms in force; it needs a session                      | empty   |\n',
      '| **2.199** | `/account/example` | Sample screen | default |\n',
    ),
    run('npm', 'run', 'fix'),
  ],
  tests: ['mfe-account/src/screens/account/example', 'checks/', 'scripts/'],
};

const FIELD: Recipe = {
  section: 'Add a field to the profile',
  steps: [
    insertAfter(
      'shared-contract/src/profile/fields.ts',
      `  phone_country_code: required('country'),\n`,
      `  occupation: optional('text', 100),\n`,
    ),
    insertAfter(
      'server/members/src/schema/members.ts',
      `    country: text('country'),\n`,
      `    occupation: text('occupation'),\n`,
    ),
    run('npm', 'run', 'db:generate', '-w', 'server/main'),
    insertAfter(
      'shared-ui/src/lazy/profile/rows.ts',
      '  phone_country_code: { label: msg`Country of the number` },\n',
      '  occupation: { label: msg`Occupation` },\n',
    ),
    change(
      'shared-ui/src/lazy/profile/rows.ts',
      `    news: ['email_opt_in'],`,
      `    news: ['occupation', 'email_opt_in'],`,
    ),
    ...translateNewText('shared-ui', 'Occupation', 'ご職業'),
    insertAfter(
      'shared-contract/src/testing/profile.ts',
      `  phone_country_code: 'JP',\n`,
      `  occupation: '看護師',\n`,
    ),
    change(
      'docs/product.md',
      '`country`, `email_opt_in`,',
      '`country`, `occupation`, `email_opt_in`,',
    ),
  ],
  tests: ['profile', 'account/edit', 'checks/', 'scripts/'],
  mostFiles: 6,
};

const CALL: Recipe = {
  section: 'Add an API call',
  steps: [
    create(
      'shared-contract/src/account/member-since.ts',
      `import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TimestampSchema } from '../timestamp.ts';

export const getMemberSince = endpoint('GET', '/me/member-since', {
  access: 'member',
  summary: 'Since when the member has an account.',
  answer: v.object({ since: TimestampSchema }),
});
`,
    ),
    insertAfter(
      'shared-contract/src/index.ts',
      `export * from './account/email.ts';\n`,
      `export * from './account/member-since.ts';\n`,
    ),
    create(
      'server/accounts/src/routes/member-since.ts',
      `import { getMemberSince } from '@portal/shared-contract';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { refuse } from '@portal/server-endpoint/refusal';
import { findMemberById } from '@portal/server-members/members';

/** Mounts the call that answers since when the member has an account. */
export function mountMemberSince(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getMemberSince, async (_request, { member }) => {
    const found = await findMemberById(context, member.id);
    return found ? { since: found.createdAt.toISOString() } : refuse('auth.unauthorized');
  });
}
`,
    ),
    insertAfter(
      'server/main/src/index.ts',
      `import { mountLinkSignIn } from '@portal/server-accounts/routes/link-sign-in';\n`,
      `import { mountMemberSince } from '@portal/server-accounts/routes/member-since';\n`,
    ),
    insertAfter('server/main/src/index.ts', `  mountLinkSignIn,\n`, `  mountMemberSince,\n`),
    insertAfter(
      'server/accounts/package.json',
      `    "./routes/link-sign-in": "./src/routes/link-sign-in.ts",\n`,
      `    "./routes/member-since": "./src/routes/member-since.ts",\n`,
    ),
    create(
      'server/accounts/src/routes/member-since.test.ts',
      `import { startTestServer, type TestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('GET /me/member-since answers when the account was created', async () => {
  const member = await signInClient(server, (await server.createMember({})).id);
  const answer = await member.call('GET', '/me/member-since');
  expect(answer.status).toBe(200);
  expect(Date.parse(answer.body.since)).toBeLessThanOrEqual(server.clock.now().getTime());
});
`,
    ),
    run('npm', 'run', 'fix'),
  ],
  tests: [
    'server/accounts/src/routes/member-since',
    'server/endpoint/src/openapi',
    'checks/',
    'scripts/',
  ],
};

const ERROR_CODE: Recipe = {
  section: 'Add an error code',
  steps: [
    insertAfter(
      'shared-contract/src/errors.ts',
      `  'user.terms_outdated': 403,\n`,
      `  'user.too_young': 422,\n`,
    ),
    insertAfter(
      'shared-i18n/src/error-texts.ts',
      "  'user.terms_outdated': msg`The terms of service have changed. Agree to them first.`,\n",
      "  'user.too_young': msg`You are too young for this.`,\n",
    ),
    ...translateNewText(
      'shared-i18n',
      'You are too young for this.',
      '年齢の条件を満たしていません。',
    ),
  ],
  tests: ['shared-i18n', 'shared-contract', 'checks/', 'scripts/'],
  mostFiles: 3,
};

const OLD_TEXT = 'You can ask for a new code now.';
const NEW_TEXT = 'A new code can be sent now.';
const TEXT: Recipe = {
  section: 'Change or remove a text',
  steps: [
    change('shared-ui/src/lazy/step-up/code-form.tsx', OLD_TEXT, NEW_TEXT),
    // The old translation is printed, so that it is not lost.
    ...translateNewText('shared-ui', NEW_TEXT, '新しい確認コードを送信できます。'),
  ],
  tests: ['delivery/tools/src/texts'],
  mostFiles: 2,
};

/** Every section of CONTRIBUTING.md that says how to add or change something. */
export const RECIPES: readonly Recipe[] = [SCREEN, FIELD, CALL, ERROR_CODE, TEXT, REMOTE];
