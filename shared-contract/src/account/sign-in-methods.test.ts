import {
  firstSteps,
  mayRemove,
  type SignInMethods,
  secondSteps,
  signInMethodsWithout,
} from './sign-in-methods.ts';

describe('sign-in methods', () => {
  const none: SignInMethods = {
    password: false,
    line: false,
    passkeys: 0,
    second_step: {
      enabled: false,
      codes: true,
      sent: ['email'],
      channel: 'email',
      email: 'h***o@example.com',
      sms: null,
      totp: false,
      recovery_codes_left: 0,
    },
  };

  // @proves 10.38
  test.each([
    ['LINE alone', { line: true }, 'line', false],
    ['LINE beside a password', { line: true, password: true }, 'line', true],
    ['LINE beside a passkey', { line: true, passkeys: 1 }, 'line', true],
    ['the only passkey', { passkeys: 1 }, 'passkey', false],
    ['one of two passkeys', { passkeys: 2 }, 'passkey', true],
    ['a passkey beside LINE', { passkeys: 1, line: true }, 'passkey', true],
    ['an app', { password: true }, 'totp', true],
    ['the second step', { password: true }, 'second_step', true],
  ] as const)('%s', (_why, ways, removal, allowed) => {
    expect(mayRemove({ ...none, ...ways }, removal)).toBe(allowed);
  });

  // @proves 10.60
  test('lists the second steps in the order in which they are offered', () => {
    const all: SignInMethods = {
      password: true,
      line: true,
      passkeys: 1,
      second_step: {
        ...none.second_step,
        enabled: true,
        sent: ['sms', 'email'],
        channel: 'sms',
        sms: '***5678',
        totp: true,
        recovery_codes_left: 3,
      },
    };
    expect(firstSteps(all)).toEqual(['password', 'line', 'passkey']);
    expect(secondSteps(all)).toEqual(['passkey', 'totp', 'sms', 'email', 'recovery_code']);
    expect(secondSteps(signInMethodsWithout(all, 'second_step'))).toEqual([]);
    expect(secondSteps({ ...all, second_step: { ...all.second_step, enabled: false } })).toEqual(
      [],
    );
  });
});
