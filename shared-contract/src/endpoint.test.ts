import { type Endpoint, endpoint, provesBrowser } from './endpoint.ts';

const MEMBER = { access: 'member', summary: 'A sample.' } as const;

// @proves 7.400
test('a call that writes and declares no proof does not compile', () => {
  const writes = [
    // @ts-expect-error what it must prove is missing
    endpoint('POST', '/sample', MEMBER),
    // @ts-expect-error a public call says why nobody gains anything by it
    endpoint('PUT', '/sample', { access: 'public', summary: 'A sample.' }),
    // @ts-expect-error a team's call too
    endpoint('DELETE', '/sample', { access: 'team', summary: 'A sample.' }),
    // @ts-expect-error a recent proof serves an act
    endpoint('POST', '/sample', { ...MEMBER, proof: 'recent' }),
    // @ts-expect-error an act that nobody knows
    endpoint('POST', '/sample', { ...MEMBER, proof: { recent: 'sing' } }),
    // @ts-expect-error nothing to prove needs a reason
    endpoint('POST', '/sample', { ...MEMBER, proof: 'none' }),
  ];
  expect(writes).toHaveLength(6);
  // @ts-expect-error a call that only reads needs no act
  endpoint('GET', '/sample', { ...MEMBER, proof: { recent: 'give_passport' } });
  endpoint('GET', '/sample', MEMBER);
});

test.each<[Endpoint['proof'], boolean]>([
  [undefined, false],
  [{ none: 'an example' }, false],
  ['browser', true],
  [{ recent: 'give_passport' }, true],
  [{ depends: ['edit_profile'] }, true],
])('a call with the proof %j proves the browser: %s', (proof, proven) => {
  expect(provesBrowser({ ...(proof && { proof }) })).toBe(proven);
});
