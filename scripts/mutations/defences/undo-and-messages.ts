import type { Defence } from '../defence.ts';

const UNDO = 'server/src/api/routes/account/undo-changes.test.ts';
const NEW_DEVICE = 'server/src/idp/sign-in/new-device.test.ts';
const SHUT_OUT = 'server/src/domain/undo/shut-out.ts';
const UNDO_CHANGES = 'server/src/domain/undo/undo-changes.ts';
const SETTINGS = 'server/src/domain/undo/sign-in-settings.ts';
const COUNT = 'server/src/domain/codes/count-message.ts';
const LIMITS = [
  'server/src/api/routes/account/message-limits.test.ts',
  'server/src/api/routes/onboarding/message-limits.test.ts',
];

/** What gives an account back to its owner, and what bounds the messages that cost money. */
export const UNDO_AND_MESSAGES: readonly Defence[] = [
  {
    name: 'undo-of-passkeys',
    without: 'a passkey planted before a change survives its undo',
    file: SETTINGS,
    changes: [['gte(passkeys.createdAt, since)', 'gte(passkeys.createdAt, new Date(8.64e15))']],
    tests: [UNDO],
    product: ['12.53'],
  },
  {
    name: 'undo-of-line',
    without: 'a LINE account linked before a change survives its undo',
    file: SETTINGS,
    changes: [
      ['gte(connections.createdAt, since)', 'gte(connections.createdAt, new Date(8.64e15))'],
    ],
    tests: [UNDO],
    product: ['12.53'],
  },
  {
    name: 'undo-of-the-app',
    without: 'an authenticator app of somebody else survives an undo',
    file: SETTINGS,
    changes: [['await restoreApp(tx, memberId, history[0].totp);', '']],
    tests: [UNDO],
    product: ['12.53'],
  },
  {
    name: 'undo-of-recovery-codes',
    without: 'recovery codes of somebody else survive an undo',
    file: SETTINGS,
    changes: [['await restoreRecoveryCodes(tx, memberId, history);', '']],
    tests: [UNDO],
    product: ['12.53'],
  },
  {
    name: 'undo-link-expiry',
    without: 'the link of an undo works after its 72 hours',
    file: UNDO_CHANGES,
    changes: [['undo.expiresAt <= tx.clock.now()', 'false']],
    tests: [UNDO],
    product: ['12.52'],
  },
  {
    name: 'undo-link-of-the-new-address',
    without: 'whoever changed the address gets the link that takes back what its owner does',
    file: 'server/src/domain/undo/announce-change.ts',
    changes: [['const email = first?.email ?? member.email;', 'const email = member.email;']],
    tests: [UNDO],
    product: ['12.52'],
  },
  {
    name: 'undo-ends-the-password',
    without: 'the password that an intruder knows survives an undo',
    file: SHUT_OUT,
    changes: [['await tx.db.delete(credentials).where(eq(credentials.memberId, memberId));', '']],
    tests: [UNDO, NEW_DEVICE],
    product: ['12.53'],
  },
  {
    name: 'undo-ends-sessions',
    without: 'the sessions of an intruder survive an undo',
    file: SHUT_OUT,
    changes: [['await tx.sessions.endAll(tx, memberId);', '']],
    tests: [UNDO, NEW_DEVICE],
    product: ['12.53'],
  },
  {
    name: 'undo-ends-known-devices',
    without: 'the browser of an intruder stays known after an undo',
    file: SHUT_OUT,
    changes: [['set({ devicesKnownSince })', 'set({ updatedAt: devicesKnownSince })']],
    tests: [UNDO, NEW_DEVICE],
    product: ['10.46'],
  },
  {
    name: 'mail-of-a-new-device',
    without: 'nobody is told of a sign-in in an unknown browser',
    file: 'server/src/idp/sign-in/complete.ts',
    changes: [["told ? 'new_device' :", 'told ? undefined :']],
    tests: [NEW_DEVICE, 'server/src/idp/locale.test.ts'],
    product: ['10.45'],
  },
  {
    name: 'not-me-of-a-former-address',
    without: 'the link of a sign-in mail works from an address that the member has left',
    file: 'server/src/domain/undo/not-me.ts',
    changes: [['!member || member.email !== link.row.target', '!member']],
    tests: [NEW_DEVICE],
    product: ['10.46'],
  },
  {
    name: 'revocation',
    without: 'a token goes on after a client has revoked it',
    file: 'server/src/idp/configuration.ts',
    changes: [['token.clientId === client.clientId,', 'token.clientId !== client.clientId,']],
    tests: ['server/src/idp/revocation.test.ts'],
    product: ['10.47'],
  },
  {
    name: 'strong-steps-without-codes',
    without: 'the last strong second steps can be removed while codes are off',
    file: 'server/src/domain/account/second-factors.ts',
    changes: [
      ["if (!keepsStrongSteps(methods, removal)) return err('user.second_factor.too_few');", ''],
    ],
    tests: ['server/src/api/routes/onboarding/reset-second-step.test.ts'],
    product: ['10.49'],
  },
  {
    name: 'limit-of-a-number',
    without: 'any number of text messages goes to one number',
    file: COUNT,
    changes: [
      [
        "all.push({ name: 'sms-unconfirmed-wait', subject }, { name: 'sms-unconfirmed-day', subject });",
        'void subject;',
      ],
    ],
    tests: LIMITS,
    product: ['11.30'],
  },
  {
    name: 'limit-of-numbers',
    without: 'one account texts any number of numbers',
    file: COUNT,
    changes: [["all.push({ name: 'sms-numbers-hour', subject: account });", 'all.push();']],
    tests: LIMITS,
    product: ['11.30'],
  },
  {
    name: 'limit-of-a-network',
    without: 'one network has any number of text messages sent',
    file: COUNT,
    changes: [["all.push(...ofNetwork('sms-network-hour'), ...ofNetwork('sms-network-day'));", '']],
    tests: LIMITS,
    product: ['11.30'],
  },
  {
    name: 'limit-of-a-country',
    without: 'any number of text messages goes to one country',
    file: COUNT,
    changes: [['all.push({ name: inCountry, subject: [share, country] });', 'void inCountry;']],
    tests: LIMITS,
    product: ['11.30'],
  },
  {
    name: 'new-accounts-are-strangers',
    without: 'fresh accounts use up what the codes of members are sent from',
    file: 'server/src/domain/codes/message-share.ts',
    changes: [["if (age < NEW_ACCOUNT_MS) return 'strangers';", 'void age;']],
    tests: ['server/src/idp/sign-in/flood.test.ts'],
    product: ['11.490'],
  },
  {
    name: 'shares-of-known-browsers',
    without: 'whoever knows passwords uses up the codes of known browsers',
    file: 'server/src/domain/codes/message-share.ts',
    changes: [["? 'known' : 'members'", "? 'members' : 'members'"]],
    tests: ['server/src/domain/codes/message-share.test.ts'],
    product: ['11.490'],
  },
  {
    name: 'work-for-one-code',
    without: 'one piece of work pays for any number of codes',
    file: COUNT,
    changes: [['(await spendWork(tx, work))', 'true']],
    tests: LIMITS,
    product: ['11.491'],
  },
  {
    name: 'work-for-one-address',
    without: 'work that was done for one address pays for another',
    file: 'server/src/domain/second-factors/signed-challenges.ts',
    changes: [['about && ` ${about}`', 'about && ""']],
    tests: LIMITS,
    product: ['11.491'],
  },
  {
    name: 'networks-around',
    without: 'whoever has an IPv6 /48 sends the messages of 65,536 households',
    file: 'server/src/client-network.ts',
    changes: [['{ network: `${a}:${b}:${c}::/48`, part: 1 },', '']],
    tests: ['server/src/client-network.test.ts'],
    product: ['11.492'],
  },
  {
    name: 'countries-of-text-messages',
    without: 'text messages go to every country',
    file: 'server/src/domain/account/sms-target.ts',
    changes: [['return served.includes(country);', 'return served.length > 0;']],
    tests: LIMITS,
    product: ['11.32'],
  },
  {
    name: 'sealed-messages',
    without: 'the database holds codes and links of messages in clear',
    file: 'server/src/mail/queue.ts',
    changes: [
      [
        'sealedContent: sealContent(config.secrets, id, content),',
        'sealedContent: sealContent(config.secrets, id, content), text,',
      ],
    ],
    tests: ['server/src/dump.test.ts'],
    product: ['11.530'],
  },
  {
    name: 'blank-messages',
    without: 'a message that was sent keeps its text',
    file: 'server/src/mail/queue.ts',
    changes: [
      ["status: 'sent', sentAt: now, lastError: null, ...blank", "status: 'sent', sentAt: now"],
    ],
    tests: ['server/src/dump.test.ts'],
    product: ['11.531'],
  },
  {
    name: 'erased-by-the-job',
    without: 'rows that name a member without a foreign key outlive the account',
    file: 'server/src/domain/account/erase-closed-accounts.ts',
    changes: [['await tx.db.delete(described.table).where(isOf(described, member));', '']],
    tests: ['server/src/domain/data-export/personal-data.test.ts'],
    product: ['12.63'],
  },
  {
    name: 'export-by-role',
    without: 'a passport that was given tells its price to the new owner',
    file: 'server/src/db/personal-data.ts',
    changes: [
      [
        'return sql`case when ${seen} then ${column} end`.mapWith(column);',
        'return sql`${column}`;',
      ],
    ],
    tests: ['server/src/domain/data-export/personal-data.test.ts'],
    product: ['12.69'],
  },
];
