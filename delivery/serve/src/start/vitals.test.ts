import { portalConfig } from './portal-config.ts';
import { StartRefused } from './start-refused.ts';

const addresses = { portal: 'http://localhost:4300', idp: 'http://localhost:4301' };

// @proves 16.906
test('pages tell how fast they are unless it is switched off', () => {
  for (const VITALS of [undefined, '', 'on']) {
    expect(portalConfig(addresses, { VITALS })).not.toHaveProperty('vitals');
  }
  expect(portalConfig(addresses, { VITALS: 'off' }).vitals).toBe(false);
});

// @proves 16.906
test.each(['0', 'false', 'OFF', 'no'])('the start refuses VITALS=%s', (VITALS) => {
  const start = () => portalConfig(addresses, { VITALS });
  expect(start).toThrow(StartRefused);
  expect(start).toThrow(`Please set VITALS to off, or leave it out: it is "${VITALS}".`);
});
