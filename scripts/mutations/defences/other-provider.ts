import type { Defence } from '../defence.ts';

const CALLS = 'server/src/other-provider/other-provider.test.ts';
const CHECK = 'server/src/other-provider/check-token.ts';
const INTROSPECTION = 'server/src/other-provider/introspect.ts';
const ACCOUNTS = 'server/src/other-provider/accounts.ts';
const LINK = 'server/src/domain/onboarding/link-sign-in.ts';

/** What keeps members apart who sign in at another OpenID provider. */
export const OTHER_PROVIDER: readonly Defence[] = [
  {
    name: 'other-provider-signature',
    without: 'anybody writes an access token',
    file: CHECK,
    changes: [
      ['await jwtVerify(token, keys, {', 'readUnsigned(token, {'],
      [
        '/** Whether the token is at fault;',
        "const readUnsigned = (token: string, _: object) => ({ payload: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()), protectedHeader: { typ: 'JWT' } });\n\n/** Whether the token is at fault;",
      ],
    ],
    tests: [CALLS],
    product: ['10.160'],
    asvs: ['9.1.1'],
  },
  {
    name: 'other-provider-issuer',
    without: 'a token of another issuer with the same keys is taken',
    file: CHECK,
    changes: [['        issuer,\n        audience', '        audience']],
    tests: [CALLS],
    product: ['10.160'],
  },
  {
    name: 'other-provider-audience',
    without: 'a token for another API is taken',
    file: CHECK,
    changes: [['audience: tokens.audience,', '']],
    tests: [CALLS],
    product: ['10.160'],
    asvs: ['9.2.3'],
  },
  {
    name: 'other-provider-time',
    without: 'an expired token is taken',
    file: CHECK,
    changes: [['currentDate: context.clock.now(),', 'currentDate: new Date(0),']],
    tests: [CALLS],
    product: ['10.160'],
    asvs: ['9.2.1'],
  },
  {
    name: 'other-provider-no-expiry',
    without: 'a token that never expires is taken',
    file: CHECK,
    changes: [["requiredClaims: ['exp', 'sub'],", "requiredClaims: ['sub'],"]],
    tests: [CALLS],
    product: ['10.160'],
  },
  {
    name: 'other-provider-type',
    without: 'another kind of signed token is taken',
    file: CHECK,
    changes: [
      [
        'return isAccessToken(protectedHeader.typ) ? readClaims(payload) : undefined;',
        'return readClaims(payload);',
      ],
    ],
    tests: [CALLS],
    product: ['10.160'],
    asvs: ['9.2.2'],
  },
  {
    name: 'other-provider-id-token',
    without: 'an ID token passes as an access token',
    file: 'server/src/other-provider/settings.ts',
    changes: [['if (audience === clientId) {', 'if (!audience) {']],
    tests: ['server/src/config.test.ts'],
    product: ['10.161'],
    asvs: ['9.2.2'],
  },
  {
    name: 'introspection-audience',
    without: 'an opaque token for another API is taken',
    file: INTROSPECTION,
    changes: [[': [aud].flat().some((one) => one === audience);', ': aud !== audience || true;']],
    tests: [CALLS],
    product: ['10.161'],
  },
  {
    name: 'introspection-client',
    without: 'an opaque token of another client is taken',
    file: INTROSPECTION,
    changes: [['? tokenClient === clientId', '? tokenClient !== undefined']],
    tests: [CALLS],
    product: ['10.161'],
  },
  {
    name: 'introspection-expiry',
    without: 'the answer about a token outlives the token',
    file: INTROSPECTION,
    changes: [['Math.min(now + ANSWER_MS, expiresAt)', 'now + ANSWER_MS']],
    tests: [CALLS],
    product: ['10.161'],
  },
  {
    name: 'link-take-over',
    without: 'an account with the address of a member is that member at once',
    file: ACCOUNTS,
    changes: [
      [
        "if (member !== 'email_taken') await linkConnection(tx, member.id, account);",
        "const holder = member === 'email_taken' ? await findMemberByEmail(tx, email) : member;\n    if (holder) await linkConnection(tx, holder.id, account);",
      ],
    ],
    tests: [CALLS],
    product: ['10.163'],
  },
  {
    name: 'link-code',
    without: 'any code links an account',
    file: LINK,
    changes: [["if (check.kind !== 'right') return err('user.code_invalid');", '']],
    tests: [CALLS],
    product: ['10.163'],
  },
  {
    name: 'link-code-account',
    without: 'the code of one account links another',
    file: LINK,
    changes: [["subject: account.digest('base64url')", "subject: account.algorithm ?? 'any'"]],
    tests: [CALLS],
    product: ['10.163'],
  },
  {
    name: 'link-confirmed-address',
    without: 'an address that the provider has not confirmed gets a code',
    file: ACCOUNTS,
    changes: [
      [
        "return emailVerified ? 'user.link_required' : 'user.email_unconfirmed';",
        "return 'user.link_required';",
      ],
    ],
    tests: [CALLS],
    product: ['10.163'],
  },
  {
    name: 'other-provider-session-ended',
    without: 'a session that was signed out here goes on with its next token',
    file: 'server/src/other-provider/sessions.ts',
    changes: [['return isOver ? undefined : uid;', 'return uid;']],
    tests: [CALLS],
    product: ['10.164'],
  },
  {
    name: 'other-provider-recent-sign-in',
    without: 'a sign-in of any age is a recent proof',
    file: 'server/src/api/proof.ts',
    changes: [['return until > clock.now() ? until : undefined;', 'return until;']],
    tests: [CALLS],
    product: ['10.165'],
  },
  {
    name: 'second-door',
    without: 'our own provider lets members in beside another one',
    file: 'server/src/idp/index.ts',
    changes: [['const isClosed = config.otherProvider !== undefined;', 'const isClosed = false;']],
    tests: ['server/src/other-provider/no-second-door.test.ts'],
    product: ['10.168'],
  },
  {
    name: 'second-door-calls',
    without: 'passwords of ours are set and used beside another provider',
    file: 'server/src/api/index.ts',
    changes: [
      [
        'if (!context.otherAccounts) for (const mount of OWN_SIGN_IN)',
        'for (const mount of OWN_SIGN_IN)',
      ],
    ],
    tests: [CALLS],
    product: ['10.166'],
  },
];
