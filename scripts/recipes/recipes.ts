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
    run('npm', 'run', 'coverage'),
    run('npm', 'run', 'fix'),
  ],
  tests: ['mfe-account/src/screens/account/example', 'scripts/'],
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
      'server/src/db/schema/members.ts',
      `    country: text('country'),\n`,
      `    occupation: text('occupation'),\n`,
    ),
    run('npm', 'run', 'db:generate', '-w', 'server'),
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
    run('npm', 'run', 'coverage'),
  ],
  tests: ['profile', 'account/edit', 'scripts/'],
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
      `export * from './account/line.ts';\n`,
      `export * from './account/member-since.ts';\n`,
    ),
    create(
      'server/src/api/routes/account/member-since.ts',
      `import { getMemberSince } from '@portal/shared-contract';
import { findMemberById } from '../../../domain/members.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { refuse } from '../../refusal.ts';

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
      'server/src/api/index.ts',
      `import { mountLine } from './routes/account/line.ts';\n`,
      `import { mountMemberSince } from './routes/account/member-since.ts';\n`,
    ),
    insertAfter('server/src/api/index.ts', `  mountLine,\n`, `  mountMemberSince,\n`),
    create(
      'server/src/api/routes/account/member-since.test.ts',
      `import { signInClient } from '../../../testing/account-client.ts';
import { startTestServer, type TestServer } from '../../../testing/index.ts';

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
  tests: ['server/src/api/routes/account/member-since', 'server/src/api/openapi', 'scripts/'],
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
      "  'user.terms_outdated': msg`The terms of service have changed. Please agree to them first.`,\n",
      "  'user.too_young': msg`You are too young for this.`,\n",
    ),
    ...translateNewText(
      'shared-i18n',
      'You are too young for this.',
      '年齢の条件を満たしていません。',
    ),
  ],
  tests: ['shared-i18n', 'shared-contract', 'scripts/'],
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
  tests: ['scripts/i18n'],
  mostFiles: 2,
};

/** Every section of CONTRIBUTING.md that says how to add or change something. */
export const RECIPES: readonly Recipe[] = [SCREEN, FIELD, CALL, ERROR_CODE, TEXT, REMOTE];
