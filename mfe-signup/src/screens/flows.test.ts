// @proves 12.1

import { stepToShow } from '@portal/kit/routing';
import { flow as register } from './register/flow.ts';
import { flow as reset } from './reset-password/flow.ts';
import { flow as setPassword } from './set-password/flow.ts';
import { flow as signUp } from './signup/flow.ts';

const code = { channel: 'email', to: 'a@example.com', expiresAt: 1_000, tries: 0 } as const;

describe('sign-up', () => {
  const sent = signUp.next(signUp.initial, { type: 'codeSent', code, terms: '2026-11-01' });

  test.each([
    ['/signup/enter-email', signUp.initial, '/signup/enter-email'],
    ['/signup/verify-code', signUp.initial, '/signup/enter-email'],
    ['/signup/verify-code', sent, '/signup/verify-code'],
    ['/signup/enter-email', sent, '/signup/enter-email'],
  ] as const)('opening %s in the state %o shows %s', (path, state, shown) => {
    expect(stepToShow(signUp, state, path, 0)).toBe(shown);
  });

  test('choosing email drops the LINE ticket, and choosing LINE drops an earlier code', () => {
    const line = signUp.next(sent, { type: 'ticketArrived', ticket: 't', email: 'b@example.com' });
    expect(line).toMatchObject({ line: { ticket: 't' }, email: 'b@example.com' });
    expect(line.sent).toBeUndefined();
    expect(signUp.next(line, { type: 'emailChosen' }).line).toBeUndefined();
  });

  test('new terms reset the agreement to the old ones', () => {
    expect(signUp.next(sent, { type: 'termsChanged' })).toEqual({
      email: '',
      agreed: false,
      termsChanged: true,
    });
  });
});

describe('reset', () => {
  const sent = reset.next(reset.initial, { type: 'codeSent', code });
  const confirmed = reset.next(sent, { type: 'codeAccepted', ticket: 't', until: 1_000 });
  const done = reset.next(confirmed, { type: 'passwordSet', deviceToken: 'd' });

  test.each([
    ['/reset-password/verify-code', reset.initial, '/reset-password'],
    ['/reset-password/form', reset.initial, '/reset-password'],
    ['/reset-password/complete', reset.initial, '/reset-password'],
    ['/reset-password/verify-code', sent, '/reset-password/verify-code'],
    ['/reset-password/form', sent, '/reset-password'],
    ['/reset-password/form', confirmed, '/reset-password/form'],
    ['/reset-password/verify-code', confirmed, '/reset-password'],
    ['/reset-password/complete', confirmed, '/reset-password'],
    ['/reset-password/complete', done, '/reset-password/complete'],
    ['/reset-password/form', done, '/reset-password'],
  ] as const)('opening %s in the state %o shows %s', (path, state, shown) => {
    expect(stepToShow(reset, state, path, 0)).toBe(shown);
  });

  test('ignores a confirmation without a sent code, and a completion without a confirmation', () => {
    expect(reset.next(reset.initial, { type: 'codeAccepted', ticket: 't', until: 1 })).toEqual(
      reset.initial,
    );
    expect(reset.next(sent, { type: 'passwordSet', deviceToken: 'd' })).toEqual(sent);
    expect(reset.next(confirmed, { type: 'ticketSpent' })).toEqual({
      kind: 'start',
      email: 'a@example.com',
    });
  });
});

describe('set password', () => {
  const confirmed = setPassword.next(setPassword.initial, {
    type: 'linkAccepted',
    ticket: 't',
    email: 'a***@example.com',
  });
  const done = setPassword.next(confirmed, { type: 'passwordSet', deviceToken: 'd' });

  test.each([
    ['/set-password', setPassword.initial, '/verify-email'],
    ['/set-password', confirmed, '/set-password'],
    ['/set-password/complete', confirmed, '/verify-email'],
    ['/set-password/complete', done, '/set-password/complete'],
    ['/set-password', done, '/verify-email'],
  ] as const)('opening %s in the state %o shows %s', (path, state, shown) => {
    expect(stepToShow(setPassword, state, path, 0)).toBe(shown);
  });
});

describe('register', () => {
  const saved = register.next(register.initial, { type: 'saved' });

  test.each([
    ['/register', register.initial, '/register'],
    ['/register/confirm', register.initial, '/register'],
    ['/register/complete', register.initial, '/register'],
    ['/register/enable-2fa', register.initial, '/register'],
    ['/register/complete', saved, '/register/complete'],
    ['/register/enable-2fa', saved, '/register/enable-2fa'],
    ['/register/confirm', saved, '/register'],
  ] as const)('opening %s in the state %o shows %s', (path, state, shown) => {
    expect(stepToShow(register, state, path, 0)).toBe(shown);
  });
});
