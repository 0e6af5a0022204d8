import type { Defence } from '../defence.ts';

const SIGN_IN = 'server/src/idp/sign-in.test.ts';
const SECOND_STEP = 'server/src/idp/sign-in/second-step.test.ts';
const REOPEN = 'server/src/idp/sign-in/reopen.test.ts';
const TRUST = 'server/src/idp/sign-in/trusted-browser.test.ts';
const SHUT_OUT = 'server/src/idp/sign-in/shut-out.test.ts';
const CODES = 'server/src/api/routes/account/verification-codes.test.ts';
const FORGED = 'server/src/idp/sign-in/forged-cookies.test.ts';
const RULES = 'server/src/domain/account/password-rules.test.ts';
const NEW_PASSWORD = 'server/src/api/routes/onboarding/new-password.test.ts';
const ENUMERATION = 'server/src/api/account-enumeration.test.ts';

/** What keeps an account to its owner: passwords, codes, second steps, and what strangers learn. */
export const SIGN_INS: readonly Defence[] = [
  {
    name: 'sign-in-of-other-sites',
    without: 'another site submits the sign-in form',
    file: 'server/src/idp/http/same-origin.ts',
    changes: [
      [
        'if (origin !== undefined) return origin === ownOrigin;',
        'if (origin !== undefined) return true;',
      ],
    ],
    tests: [SIGN_IN],
    product: ['10.25'],
    asvs: ['3.5.1'],
  },
  {
    name: 'links-of-other-sites',
    without: 'another site signs a member in to its own new account',
    file: 'server/src/idp/http/same-origin.ts',
    changes: [['return origin !== undefined && origins.includes(origin);', 'return true;']],
    tests: ['server/src/idp/sign-in/sign-up-proof.test.ts'],
    product: ['10.27'],
    asvs: ['3.5.1'],
  },
  {
    name: 'lock',
    without: 'wrong passwords in a row lock nothing',
    file: 'server/src/domain/credentials.ts',
    changes: [
      [
        'failures <= WRONG_PASSWORDS_BEFORE_LOCK ? await countAttempt(context, budget) : NO_ATTEMPT;',
        'await countAttempt(context, budget);',
      ],
    ],
    tests: ['server/src/domain/credentials.test.ts'],
    product: ['10.19'],
    asvs: ['6.3.1'],
  },
  {
    name: 'attempts-of-a-day',
    without: 'strangers guess as often as they like in a day',
    file: 'server/src/domain/attempt-limit.ts',
    changes: [['if (!allowed) return { allowed: false, last: false };', '']],
    tests: ['server/src/domain/attempt-limit.test.ts'],
    product: ['10.22'],
    asvs: ['6.3.1'],
  },
  {
    name: 'device-of-another-account',
    without: 'a browser known for one account is known for all',
    file: 'server/src/domain/known-devices.ts',
    changes: [
      ['devices.find(({ memberId }) => memberId === holder?.id)', 'devices.find(() => holder)'],
    ],
    tests: [SHUT_OUT],
    product: ['10.41'],
  },
  {
    name: 'device-cookie-seal',
    without: 'a browser writes its own device cookie',
    file: 'server/src/idp/http/sealed-cookie.ts',
    changes: [
      [
        '(key) => unseal(key, name, sealed));',
        '() => Buffer.from(sealed ?? "", "base64url").toString() || undefined);',
      ],
      [
        'ctx.cookies.set(full(name), seal(newest, name, JSON.stringify({ until, value })), {',
        'ctx.cookies.set(full(name), Buffer.from(JSON.stringify({ until, value })).toString("base64url"), {',
      ],
      [
        'if (text === undefined) return undefined;',
        'if (!text?.startsWith("{")) return undefined;',
      ],
    ],
    tests: [SHUT_OUT],
    product: ['10.41'],
  },
  {
    name: 'device-pass-signature',
    without: 'anybody makes the pass of a known browser',
    file: 'server/src/domain/known-devices.ts',
    changes: [
      [
        'if (!isKeyedHash(config.secrets, PASS_PURPOSE, payload, signature)) return undefined;',
        'if (!signature) return undefined;',
      ],
    ],
    tests: [SHUT_OUT],
    product: ['10.44'],
  },
  {
    name: 'device-pass-expiry',
    without: 'the pass of a known browser holds for ever',
    file: 'server/src/domain/known-devices.ts',
    changes: [['if (clock.now().getTime() >= until) return undefined;', '']],
    tests: [SHUT_OUT],
    product: ['10.44'],
  },
  {
    name: 'code-once',
    without: 'a code serves twice',
    file: 'server/src/domain/codes/check-code.ts',
    changes: [['{ usedAt: now }', '{ usedAt: null }']],
    tests: [CODES],
    product: ['11.2'],
    asvs: ['6.5.1'],
  },
  {
    name: 'code-tries',
    without: 'a code can be tried as often as one likes',
    file: 'server/src/domain/codes/check-code.ts',
    changes: [['|| sent.failedAttempts >= CODE_TRIES', '']],
    tests: [CODES],
    product: ['11.4'],
    asvs: ['6.6.3'],
  },
  {
    name: 'code-expiry',
    without: 'a code never expires',
    file: 'server/src/domain/codes/check-code.ts',
    changes: [["if (sent.expiresAt <= now) return { kind: 'expired' };", '']],
    tests: [CODES],
    product: ['11.5'],
    asvs: ['6.5.5'],
  },
  {
    name: 'code-of-a-previous-address',
    without: 'a code that went to a previous address counts',
    file: 'server/src/domain/codes/check-code.ts',
    changes: [['!isTarget(sent.target)', 'isTarget === undefined']],
    tests: [CODES],
    product: ['11.1'],
  },
  {
    name: 'code-of-another-browser',
    without: 'another browser uses the code up',
    file: 'server/src/domain/codes/check-code.ts',
    changes: [
      ["eq(verificationCodes.request, request === undefined ? '' : secretHash(request)),", ''],
    ],
    tests: [SHUT_OUT],
    product: ['11.23'],
    asvs: ['6.6.2'],
  },
  {
    name: 'resend-wait',
    without: 'codes can be sent without a wait',
    file: 'server/src/domain/codes/send-code.ts',
    changes: [['setWhere: lte(resendAt, clock.now()),', '']],
    tests: [CODES],
    product: ['11.6'],
    asvs: ['2.4.1'],
  },
  {
    name: 'grant-of-another-target',
    without: 'the proof of one number confirms another',
    file: 'server/src/domain/codes/step-up.ts',
    changes: [['eq(stepUpGrants.target, target),', '']],
    tests: ['server/src/api/routes/account/account.test.ts'],
    product: ['11.15'],
  },
  {
    name: 'secrets-once',
    without: 'a mailed link serves twice',
    file: 'server/src/domain/one-time-secrets.ts',
    changes: [['table.usedAt && isNull(table.usedAt), gt(', 'gt(']],
    tests: [NEW_PASSWORD],
    product: ['12.6'],
    asvs: ['6.5.1'],
  },
  {
    name: 'secrets-expiry',
    without: 'tickets and mailed links never expire',
    file: 'server/src/domain/one-time-secrets.ts',
    changes: [
      [
        'and(condition, table.usedAt && isNull(table.usedAt), gt(table.expiresAt, clock.now()))',
        'and(condition, table.usedAt && isNull(table.usedAt), clock && undefined)',
      ],
    ],
    tests: [NEW_PASSWORD],
    product: ['9.25', '9.26'],
    asvs: ['6.4.1'],
  },
  {
    name: 'trust-of-a-copied-secret',
    without: 'a copied cookie of a trusted browser goes on working',
    file: 'server/src/domain/trusted-browsers.ts',
    changes: [['eq(trustedBrowsers.secretHash, hashOf(secret, knownDevice)),', '']],
    tests: [TRUST],
    product: ['10.65'],
  },
  {
    name: 'trust-in-another-browser',
    without: 'the cookies of a trusted browser work in another kind of browser',
    file: 'server/src/domain/trusted-browsers.ts',
    changes: [['if (isSameKind(row.userAgent, device.userAgent)) {', '{']],
    tests: [TRUST],
    product: ['10.65'],
  },
  {
    name: 'trust-expiry',
    without: 'a browser is trusted for ever',
    file: 'server/src/domain/trusted-browsers.ts',
    changes: [['gt(trustedBrowsers.expiresAt, now),', '']],
    tests: [TRUST],
    product: ['10.64'],
  },
  {
    name: 'trust-after-a-change',
    without: 'a change of the sign-in leaves every trust',
    file: 'server/src/domain/undo/announce-change.ts',
    changes: [['await endAllTrust(tx, member.id);', '']],
    tests: [TRUST],
    product: ['10.66'],
  },
  {
    name: 'trust-after-line',
    without: 'a trusted browser makes a sign-in with LINE a recent proof',
    file: 'server/src/idp/sign-in/after-first-step.ts',
    changes: [["amr === 'pwd' ? await", 'amr ? await']],
    tests: [TRUST],
    product: ['10.62'],
  },
  {
    name: 'sessions-after-a-reset',
    without: 'a reset leaves the thief signed in',
    file: 'server/src/domain/onboarding/new-password.ts',
    changes: [['await tx.sessions.endAll(tx, member.id);', '']],
    tests: [NEW_PASSWORD],
    product: ['12.17'],
    asvs: ['7.4.3'],
  },
  {
    name: 'sessions-after-a-change',
    without: 'a change of password leaves the other sessions',
    file: 'server/src/domain/account/set-password.ts',
    changes: [
      [
        'await tx.sessions.endAll(tx, memberId, sessionUid ? { exceptSession: sessionUid } : {});',
        '',
      ],
    ],
    tests: ['server/src/api/routes/account/account.test.ts'],
    product: ['12.21'],
    asvs: ['7.4.3'],
  },
  {
    name: 'current-password',
    without: 'the password changes without the current one',
    file: 'server/src/domain/account/set-password.ts',
    changes: [["if (check === 'wrong') return err('user.current_password_invalid');", '']],
    tests: ['server/src/api/routes/account/account.test.ts'],
    product: ['12.19'],
    asvs: ['6.2.3'],
  },
  {
    name: 'password-length',
    without: 'a password of one character is accepted',
    file: 'shared-contract/src/account/password.ts',
    changes: [['passwordLength(text) >= PASSWORD_MIN', 'passwordLength(text) >= 1']],
    tests: ['server/src/api/routes/onboarding/sign-up.test.ts'],
    product: ['5.41'],
    asvs: ['6.2.1'],
  },
  {
    name: 'common-passwords',
    without: 'common passwords are accepted',
    file: 'server/src/domain/account/password-rules.ts',
    changes: [["if (isDecoratedWord(password, isCommon)) return 'password.too_common';", '']],
    tests: [RULES],
    product: ['5.42'],
    asvs: ['6.2.4'],
  },
  {
    name: 'own-words',
    without: 'a password made of the name of the member is accepted',
    file: 'server/src/domain/account/password-rules.ts',
    changes: [
      [
        "if (isMadeOfOwnWords(password, ownWordsOf(context, owner), isCommon)) return 'password.own_words';",
        '',
      ],
    ],
    tests: [RULES],
    product: ['5.48'],
    asvs: ['6.2.11'],
  },
  {
    name: 'breached-passwords',
    without: 'a leaked password is accepted',
    file: 'server/src/domain/account/password-rules.ts',
    changes: [
      [
        "return (await wasBreached(context, password)) ? 'password.breached' : undefined;",
        'return undefined;',
      ],
    ],
    tests: [RULES],
    product: ['5.49'],
    asvs: ['6.2.12'],
  },
  {
    name: 'password-in-the-question',
    without: 'the service of leaked passwords learns the whole hash',
    file: 'server/src/domain/account/password-rules.ts',
    changes: [
      ['${config.breachedPasswordsUrl}/${prefix}', '${config.breachedPasswordsUrl}/${digest}'],
    ],
    tests: [RULES],
    product: ['5.49'],
  },
  {
    name: 'totp-once',
    without: 'a code of the app serves twice',
    file: 'server/src/domain/second-factors/totp.ts',
    changes: [[', lt(totpSecrets.lastStep, step)))', '))']],
    tests: [SECOND_STEP],
    product: ['10.36'],
    asvs: ['6.5.1'],
  },
  {
    name: 'totp-tries',
    without: 'codes of the app can be guessed',
    file: 'server/src/domain/second-factors/limited-check.ts',
    changes: [
      [
        "if (!(await countHit(context, tries, budgetSubject(budget))).allowed) return 'too_many';",
        '',
      ],
    ],
    tests: [SECOND_STEP],
    product: ['10.36'],
    asvs: ['6.6.3'],
  },
  {
    name: 'recovery-code-once',
    without: 'a recovery code serves twice',
    file: 'server/src/domain/second-factors/recovery-codes.ts',
    changes: [
      [
        'const isUnused = and(eq(recoveryCodes.memberId, memberId), isNull(recoveryCodes.usedAt));',
        'const isUnused = eq(recoveryCodes.memberId, memberId);',
      ],
    ],
    tests: [SECOND_STEP],
    product: ['10.37'],
    asvs: ['6.5.1'],
  },
  {
    name: 'passkey-challenge',
    without: 'the answer of a passkey serves twice',
    file: 'server/src/domain/second-factors/passkeys.ts',
    changes: [
      [
        'expectedChallenge: (challenge) => spendChallenge(context, purpose, challenge, memberId),',
        'expectedChallenge: () => spendChallenge !== undefined,',
      ],
    ],
    tests: [SECOND_STEP],
    product: ['8.43'],
  },
  {
    name: 'passkey-of-another',
    without: 'the passkey of another member is the second step',
    file: 'server/src/domain/second-factors/passkeys.ts',
    changes: [
      [
        'if (!known || (memberId !== undefined && known.memberId !== memberId)) return undefined;',
        'if (!known) return undefined;',
      ],
    ],
    tests: [SECOND_STEP],
    product: ['10.17'],
  },
  {
    name: 'second-step',
    without: 'the password alone opens an account with two-step verification',
    file: 'server/src/idp/sign-in/after-first-step.ts',
    changes: [['!member?.mfaEnabled', 'member?.id']],
    tests: [SECOND_STEP],
    product: ['10.17'],
    asvs: ['6.3.3'],
  },
  {
    name: 'last-way-in',
    without: 'a member removes the last way to sign in',
    file: 'server/src/domain/account/line.ts',
    changes: [["!mayRemove(await signInMethods(tx, member), 'line')", '!mayRemove']],
    tests: ['server/src/api/routes/account/account.test.ts'],
    product: ['10.38'],
  },
  {
    name: 'reset-of-an-unknown-address',
    without: 'a reset tells whether an address has an account',
    file: 'server/src/domain/onboarding/public-codes.ts',
    changes: [
      [
        "const resets = type === 'mfa_forgot_password';",
        "const resets = type === 'mfa_forgot_password';\n  if (resets && !holder) return MALFORMED;",
      ],
    ],
    tests: [ENUMERATION],
    product: ['11.19', '11.21'],
  },
  {
    name: 'reopening-without-a-second-step',
    without: 'a closed account asks for no second step',
    file: 'server/src/idp/sign-in/after-first-step.ts',
    changes: [['!member?.mfaEnabled', '!member?.mfaEnabled || member.cancelledAt']],
    tests: [REOPEN],
    product: ['12.62'],
  },
  {
    name: 'reopening-from-another-site',
    without: 'another site brings a closed account back',
    file: 'server/src/idp/sign-in/reopen-step.ts',
    changes: [['!form || !sentByOurPage(ctx.headers, config.idpOrigin)', '!form']],
    tests: [REOPEN],
    product: ['12.62'],
  },
  {
    name: 'forged-result-of-a-sign-in',
    without: 'a forged cookie says who has signed in',
    file: 'server/src/idp/pending-interactions.ts',
    changes: [['if (!pending || isAnswered(pending))', 'if (!pending)']],
    tests: [FORGED],
    product: ['10.430'],
  },
  {
    name: 'step-of-an-ended-sign-in',
    without: 'a step counts after the member was signed out everywhere',
    file: 'server/src/idp/sessions.ts',
    changes: [['  await endProgressOf(context, memberId);\n', '']],
    tests: [FORGED],
    product: ['10.431'],
  },
  {
    name: 'spelling-of-an-address',
    without: 'the answer has the address in the spelling of its member',
    file: 'server/src/domain/onboarding/public-codes.ts',
    changes: [
      [
        'const masked = maskEmail(email);',
        'const masked = maskEmail((resets && holder?.email) || email);',
      ],
    ],
    tests: [ENUMERATION],
    product: ['11.19'],
  },
  {
    name: 'taken-address',
    without: 'a change of address tells at once that the new one is taken',
    file: 'server/src/domain/account/email-change.ts',
    changes: [
      [
        'if (member.passwordSet) {',
        "if (await isTaken(context, member.id, normalized)) return err('user.change_mail.email_exists');\n  if (member.passwordSet) {",
      ],
    ],
    tests: ['server/src/api/routes/account/account.test.ts'],
    product: ['12.27'],
  },
];
