import { type Endpoint, endpoint, provesBrowser } from './endpoint.ts';

const MEMBER = { access: 'member', summary: 'A sample.' } as const;
const WORTHLESS = { ...MEMBER, value: 'none' } as const;

// @proves 7.400
test('a call that writes and declares no protection does not compile', () => {
  const writes = [
    // @ts-expect-error what it must prove is missing
    endpoint('POST', '/sample', WORTHLESS),
    // @ts-expect-error a public call says why nobody gains anything by it
    endpoint('PUT', '/sample', { access: 'public', summary: 'A sample.' }),
    // @ts-expect-error a team's call too
    endpoint('DELETE', '/sample', { access: 'team', summary: 'A sample.' }),
    // @ts-expect-error a step-up serves an act
    endpoint('POST', '/sample', { ...WORTHLESS, protection: 'stepUp' }),
    // @ts-expect-error an act that nobody knows
    endpoint('POST', '/sample', { ...WORTHLESS, protection: { stepUp: 'sing' } }),
    // @ts-expect-error nothing to prove needs a reason
    endpoint('POST', '/sample', { ...WORTHLESS, protection: 'none' }),
  ];
  expect(writes).toHaveLength(6);
  // @ts-expect-error a call that only reads needs no act
  endpoint('GET', '/sample', { ...MEMBER, protection: { stepUp: 'give_passport' } });
  endpoint('GET', '/sample', MEMBER);
});

// @proves 14.709
test('a member’s call that writes and does not say what it is worth, or gives worth away unprotected, does not compile', () => {
  const writes = [
    // @ts-expect-error what it is worth is missing
    endpoint('POST', '/sample', { ...MEMBER, protection: 'browser' }),
    // @ts-expect-error nothing protects who gets in
    endpoint('POST', '/sample', { ...MEMBER, value: 'entry', protection: { none: 'an example' } }),
    // @ts-expect-error a password alone would send a card elsewhere
    endpoint('PUT', '/sample', {
      ...MEMBER,
      value: 'delivery',
      protection: 'browser',
      inNewBrowser: true,
    }),
  ];
  expect(writes).toHaveLength(3);
  endpoint('POST', '/sample', { ...MEMBER, value: 'passport', protection: 'browser' });
});

test.each<[Endpoint['protection'], boolean]>([
  [undefined, false],
  [{ none: 'an example' }, false],
  ['browser', true],
  [{ stepUp: 'give_passport' }, true],
  [{ depends: ['edit_profile'] }, true],
])('a call with the protection %j proves the browser: %s', (protection, proven) => {
  expect(provesBrowser({ ...(protection && { protection }) })).toBe(proven);
});
