import type { Defence } from '../defence.ts';

const GATE = 'server/src/domain/passports/check-gate-code.test.ts';
const USES = 'server/src/domain/passports/gate-uses.test.ts';
const REVOCATIONS = 'server/src/domain/passports/revocation-list.test.ts';
const STAFF = 'server/src/api/routes/operator.test.ts';
const DEVICE_CODES = 'server/src/domain/passports/device-codes.test.ts';
const PHOTOS = 'server/src/api/routes/passport-photos.test.ts';
const CLEANER = 'shared-ui/src/lazy/rich-text/clean.test.ts';

/** Files, links, mails and notifications: what others wrote, and what others show. */
export const CONTENT: readonly Defence[] = [
  {
    name: 'image-link-signature',
    without: 'anybody makes the link of a photo',
    file: 'server/src/domain/passports/signed-image-links.ts',
    changes: [
      [
        'if (!isKeyedHash(secrets, PURPOSE, textOf(image, Number(until)), signature)) return false;',
        '',
      ],
    ],
    tests: [PHOTOS],
    product: ['14.16'],
  },
  {
    name: 'image-link-expiry',
    without: 'the link of a photo holds for ever',
    file: 'server/src/domain/passports/signed-image-links.ts',
    changes: [['return clock.now().getTime() < Number(until);', 'return clock !== undefined;']],
    tests: [PHOTOS],
    product: ['14.16'],
  },
  {
    name: 'wallet-link-signature',
    without: 'anybody makes the link of a card for a wallet',
    file: 'server/src/api/routes/passport-wallets.ts',
    changes: [["isValidImageLink(signer, { kind: 'wallet', id, version }, c.req.query()) &&", '']],
    tests: ['server/src/api/routes/passport-wallets.test.ts'],
    product: ['14.89'],
  },
  {
    name: 'image-encoding',
    without: 'a photo is kept as it came, with its place and its tricks',
    file: 'server/src/domain/passports/encode-photo.ts',
    changes: [['resolve(photo);', "resolve(typeof photo === 'string' ? photo : job.file);"]],
    tests: [PHOTOS],
    product: ['14.11'],
    asvs: ['5.3.1'],
  },
  {
    name: 'image-type',
    without: 'a file is taken for a photo whatever it is',
    file: 'server/src/domain/passports/encode-photo.ts',
    changes: [["if (!isPicture(file)) return 'photo.type';", '']],
    tests: [PHOTOS],
    product: ['14.11'],
    asvs: ['5.2.2'],
  },
  {
    name: 'image-pixels',
    without: 'a small file with many pixels fills the memory',
    file: 'server/src/domain/passports/encode-photo-main.ts',
    changes: [["if (width * height > mostPixels) return 'photo.dimensions';", '']],
    tests: [PHOTOS],
    product: ['9.29'],
    asvs: ['5.2.1'],
  },
  {
    name: 'avif-pixels',
    without: 'an AVIF of a few KB keeps a decoder busy for many seconds',
    file: 'server/src/domain/passports/encode-photo-main.ts',
    changes: [["format === 'heif' ? AVIF_PIXELS_MAX : INPUT_PIXELS_MAX", 'INPUT_PIXELS_MAX']],
    tests: [PHOTOS],
    product: ['14.490'],
    asvs: ['5.2.1'],
  },
  {
    name: 'decoding-time',
    without: 'a file that is decoded for minutes holds the others up',
    file: 'server/src/domain/passports/encode-photo.ts',
    changes: [
      ["setTimeout(() => decoder.kill('SIGKILL'), limitMs)", 'setTimeout(() => {}, limitMs)'],
    ],
    tests: [PHOTOS],
    product: ['14.490'],
  },
  {
    name: 'gate-signature',
    without: 'anybody makes a code that opens the gate',
    file: 'server/src/domain/passports/gate-code-format.ts',
    changes: [
      [
        "if (!keys.some((key) => verify(null, message, key, signature))) return 'forged';",
        "if (!verify || !message || !signature || !keys) return 'forged';",
      ],
    ],
    tests: [GATE],
    product: ['14.33'],
  },
  {
    name: 'gate-time',
    without: 'a copied code opens the gate for ever',
    file: 'server/src/domain/passports/check-gate-code.ts',
    changes: [["if (time !== 'now') return", 'if (time === undefined) return']],
    tests: [GATE],
    product: ['14.33'],
  },
  {
    name: 'gate-version',
    without: 'codes from before a transfer open the gate',
    file: 'server/src/domain/passports/check-gate-code.ts',
    changes: [['if (claims.version !== passport.codeVersion)', 'if (claims.version === -1)']],
    tests: [GATE],
    product: ['14.34'],
  },
  {
    name: 'offer-link-once',
    without: 'a link that was used or withdrawn still shows the passport',
    file: 'server/src/domain/passports/transfer-by-link.ts',
    changes: [['return transfer ? ok(', 'return found ? ok(']],
    tests: ['server/src/api/routes/passport-offers-by-link.test.ts'],
    product: ['14.96'],
  },
  {
    name: 'invitation-address',
    without:
      'whoever gets hold of the mailed link accepts a passport that was bought for somebody else',
    file: 'server/src/domain/passports/transfer-by-link.ts',
    changes: [
      [
        '(member.emailVerified && member.emailNormalized === onlyEmail)',
        'member.emailNormalized !== null',
      ],
    ],
    tests: ['server/src/api/routes/passport-invitations.test.ts'],
    product: ['14.482'],
  },
  {
    name: 'offer-link-hash',
    without: 'the database has the token of every link',
    file: 'server/src/domain/passports/transfer-by-link.ts',
    changes: [
      ['linkHash: secretHash(token) }', 'linkHash: token }'],
      [
        'eq(passportTransfers.linkHash, secretHash(token))',
        'eq(passportTransfers.linkHash, token)',
      ],
    ],
    tests: ['server/src/api/routes/passport-offers-by-link.test.ts'],
    product: ['14.93'],
  },
  {
    name: 'gate-device',
    without: 'a copied grant opens the gate from any device',
    file: 'server/src/domain/passports/read-shown-code.ts',
    changes: [["if (!isProven) return 'other_device';", 'void isProven;']],
    tests: [DEVICE_CODES],
    product: ['14.62'],
  },
  {
    name: 'gate-grant-signature',
    without: 'anybody grants themselves codes',
    file: 'server/src/domain/passports/gate-grant-format.ts',
    changes: [
      [
        'if (!keys.some((key) => verify(null, message, key, signature))) return undefined;',
        'if (!verify || !message || !signature || !keys) return undefined;',
      ],
    ],
    tests: [DEVICE_CODES],
    product: ['14.62'],
  },
  {
    name: 'gate-grant-days',
    without: 'a stolen phone opens gates without a connection for ever',
    file: 'server/src/domain/passports/read-shown-code.ts',
    changes: [["return shown < claims.grant.until ? 'now' : 'grant_ended';", "return 'now';"]],
    tests: [DEVICE_CODES],
    product: ['14.61'],
  },
  {
    name: 'gate-signed-out',
    without: 'a phone that was signed out goes on opening gates',
    file: 'server/src/domain/passports/check-gate-code.ts',
    changes: [
      [
        'return sessions.some(({ id }) => sessionTag(id) === session);',
        'return sessions !== undefined && sessionTag(session) !== undefined;',
      ],
    ],
    tests: [DEVICE_CODES],
    product: ['14.63'],
  },
  {
    name: 'gate-use',
    without: 'one code opens two gates',
    file: 'server/src/domain/passports/gate-uses.ts',
    changes: [
      ["if ((last.codePeriod ?? 0) >= period) return { reason: 'used_already', use };", ''],
    ],
    tests: [USES],
    product: ['14.470'],
  },
  {
    name: 'gate-use-lock',
    without: 'two gates that read one code at the same time both open, or fail',
    file: 'server/src/domain/passports/check-gate-code.ts',
    changes: [
      [
        'await lockPassports(tx, eq(passports.id, claims.passportId));',
        'await tx.db.select().from(passports).where(eq(passports.id, claims.passportId)); void lockPassports;',
      ],
    ],
    tests: [USES],
    product: ['14.470'],
  },
  {
    name: 'revocations-signature',
    without: 'anybody makes a list that voids nothing',
    file: 'server/src/domain/passports/revocation-list-format.ts',
    changes: [
      [
        'if (!keys.some((key) => verify(null, message, key, signature))) return undefined;',
        'if (!verify || !message || !signature || !keys) return undefined;',
      ],
    ],
    tests: [REVOCATIONS],
    product: ['14.475'],
  },
  {
    name: 'revocations-age',
    without: 'a gate that has had no connection for a week opens for phones that were signed out',
    file: 'server/src/gate/offline.ts',
    changes: [
      ["if (isOld && claims.grant && settings.GATE_STALE_LIST === 'refuse') {", 'if (false) {'],
    ],
    tests: ['server/src/gate/gate-command.test.ts'],
    product: ['14.476'],
  },
  {
    name: 'child-age',
    without: 'a child born in 1990 is bought a passport',
    file: 'shared-contract/src/passports/rules.ts',
    changes: [["belowYears ? undefined : 'child_too_old';", 'belowYears ? undefined : undefined;']],
    tests: ['server/src/api/routes/passport-purchase.test.ts'],
    product: ['14.477'],
  },
  {
    name: 'gate-reentry',
    without: 'a passport is handed back over the fence and opens the gate again',
    file: 'server/src/domain/passports/gate-uses.ts',
    changes: [
      [
        "if (now.getTime() < enteredUntil) return { reason: 'entered_already', use };",
        'void enteredUntil;',
      ],
    ],
    tests: [USES],
    product: ['14.474'],
  },
  {
    name: 'staff-token',
    without: 'anybody checks codes and marks passports paid',
    file: 'server/src/domain/staff/staff-credentials.ts',
    changes: [
      [
        'eq(staffCredentials.tokenHash, secretHash(token)),',
        'token === undefined ? isNull(staffCredentials.id) : undefined,',
      ],
    ],
    tests: [STAFF],
    product: ['14.472'],
    asvs: ['8.2.1'],
  },
  {
    name: 'staff-end',
    without: 'who has left goes on at the counter',
    file: 'server/src/domain/staff/staff-credentials.ts',
    changes: [
      [
        'isNull(staffCredentials.endedAt),\n        gt(staffCredentials.expiresAt, clock.now()),',
        'clock ? undefined : gt(staffCredentials.expiresAt, new Date()),',
      ],
    ],
    tests: [STAFF],
    product: ['14.472'],
  },
  {
    name: 'staff-scope',
    without: 'the token of a gate takes payments',
    file: 'server/src/api/routes/operator.ts',
    changes: [['if (!staff.scopes.includes(SCOPE_OF[action])) return answerNotAllowed(c);', '']],
    tests: [STAFF],
    product: ['14.472'],
    asvs: ['8.2.1'],
  },
  {
    name: 'payment-signature',
    without: 'anybody reports that a passport was paid',
    file: 'server/src/api/routes/payment-callback.ts',
    changes: [
      ['if (!isValidSignature(payment.secret, body, signature)) {', 'if (!isValidSignature) {'],
    ],
    tests: ['server/src/api/routes/payment-callback.test.ts'],
    asvs: ['13.2.1'],
  },
  {
    name: 'notification-cleaner',
    without: 'the HTML of a notification runs as it is',
    file: 'shared-ui/src/lazy/rich-text/clean.ts',
    changes: [
      [
        'DOMPurify.sanitize(CONTENT_BEFORE + html, CONFIG)',
        '(CONFIG && DOMPurify && document.createRange().createContextualFragment(CONTENT_BEFORE + html))',
      ],
    ],
    tests: [CLEANER],
    product: ['15.1'],
    asvs: ['1.3.1'],
  },
  {
    name: 'notification-elements',
    without: 'a notification has forms and styles of its own',
    file: 'shared-ui/src/lazy/rich-text/clean.ts',
    changes: [['ALLOWED_TAGS: TAGS,', 'ADD_TAGS: TAGS,']],
    tests: [CLEANER],
    product: ['15.1'],
    asvs: ['1.3.1'],
  },
  {
    name: 'notification-pictures',
    without: 'a notification loads pictures from outside',
    file: 'shared-ui/src/lazy/rich-text/clean.ts',
    changes: [["if (!PICTURE.test(picture.getAttribute('src') ?? '')) picture.remove();", '']],
    tests: [CLEANER],
    product: ['15.2'],
  },
  {
    name: 'notification-links',
    without: 'a link in a notification leads to any scheme',
    file: 'shared-ui/src/lazy/rich-text/clean.ts',
    changes: [["link.removeAttribute('href');", '']],
    tests: [CLEANER],
    product: ['15.3'],
    asvs: ['1.2.2'],
  },
  {
    name: 'external-links',
    without: 'the link of a notification runs code',
    file: 'server/src/api/routes/notifications.ts',
    changes: [['/^https?:\\/\\//i.test(link) && ', '']],
    tests: ['server/src/api/routes/notifications.test.ts'],
    asvs: ['1.2.2'],
  },
  {
    name: 'mail-escaping',
    without: 'what a member typed is HTML in a mail',
    file: 'server/src/mail/email-message.ts',
    changes: [
      [
        '=> html`<p style="margin:0 0 14px">${line}</p>`',
        '=> html`<p style="margin:0 0 14px">${raw(line)}</p>`',
      ],
    ],
    tests: ['server/src/mail/email-message.test.ts'],
    asvs: ['1.2.1'],
  },
  {
    name: 'mail-subject',
    without: 'a line break in a subject starts another header',
    file: 'server/src/mail/email-message.ts',
    changes: [["text.replace(/[\\p{Cc}\\p{Zl}\\p{Zp}]+/gu, ' ').trim()", 'text']],
    tests: ['server/src/mail/email-message.test.ts'],
    asvs: ['1.3.11'],
  },
  {
    name: 'mail-recipient',
    without: 'an address with a comma sends a mail to two',
    file: 'server/src/mail/transports/recipient.ts',
    changes: [
      [
        'if (!normalizeEmail(text) || !LOCAL_PART.test(local)) return undefined;',
        'if (!normalizeEmail || !LOCAL_PART) return undefined;',
      ],
    ],
    tests: ['server/src/mail/transports/recipient.test.ts'],
    asvs: ['1.3.11'],
  },
  {
    name: 'outbox-host',
    without: 'another site reads the outbox of a developer by DNS rebinding',
    file: 'server/src/outbox/index.ts',
    changes: [['return hosts.has(hostname) ?', 'return hosts.size + hostname.length >= 0 ?']],
    tests: ['server/src/outbox/outbox.test.ts'],
    product: ['11.17'],
  },
  {
    name: 'secret-length',
    without: 'the server starts with a secret that can be guessed',
    file: 'server/src/secrets.ts',
    changes: [
      [
        'const SecretKeySchema = v.pipe(v.string(), v.minLength(KEY_MIN_LENGTH));',
        'const SecretKeySchema = v.string();',
      ],
    ],
    tests: ['server/src/config.test.ts'],
    asvs: ['11.2.3'],
  },
  {
    name: 'secrets-file',
    without: 'other users of the machine read the secrets',
    file: 'server/src/secrets.ts',
    changes: [
      ['{ mode: 0o600 }', '{ mode: 0o644 }'],
      ['chmodSync(file, 0o600);', 'chmodSync(file, 0o644);'],
    ],
    tests: ['server/src/config.test.ts'],
    asvs: ['13.3.2'],
  },
];
