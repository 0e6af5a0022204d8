import type { RemoteOnPage } from '@portal/shared-contract';
import { RemoteLoadError, type StartFailure } from './remote-load-error.ts';
import { createRemoteStarter } from './remote-starter.ts';

type Outcome = 'starts' | StartFailure;

/** A starter with one remote; `outcomes` says what its releases do, and may be changed. */
function starterOf(outcomes: Record<'live' | 'fallback', Outcome>, hasFallback = true) {
  const steps: string[] = [];
  const release = (version: string) =>
    ({ version, ...(hasFallback && { fallback: true }) }) as RemoteOnPage;
  const load = createRemoteStarter<string>({
    live: async (name) => (name === 'account' ? release('live') : undefined),
    async start(name, { version }, locale) {
      steps.push(`${version} ${locale}`);
      const outcome = outcomes[version as 'live' | 'fallback'];
      if (outcome !== 'starts') throw new RemoteLoadError(name, version, outcome);
      return version;
    },
    async restart(_name, version) {
      steps.push(`restart ${version}`);
      return release(version);
    },
  });
  return { load, steps };
}

// @proves 7.181
test('a release that starts stays, whatever happens to its files later', async () => {
  const outcomes = { live: 'starts', fallback: 'starts' } as Record<'live' | 'fallback', Outcome>;
  const { load, steps } = starterOf(outcomes);
  expect(await load('account', 'ja')).toBe('live');
  outcomes.live = 'unreachable';
  await expect(load('account', 'en')).rejects.toMatchObject({ why: 'unreachable' });
  expect(steps).toEqual(['live ja', 'live en']);
});

// @proves 7.181
test.each(['unreachable', 'broken'] as const)(
  'the fallback takes the place of a release that is %s, for the other language too',
  async (live) => {
    const { load, steps } = starterOf({ live, fallback: 'starts' });
    expect(await load('account', 'ja')).toBe('fallback');
    expect(await load('account', 'en')).toBe('fallback');
    expect(steps).toEqual(['live ja', 'restart fallback', 'fallback ja', 'fallback en']);
  },
);

// @proves 7.182
test('without a fallback, Retry starts the release again', async () => {
  const outcomes = { live: 'broken', fallback: 'starts' } as Record<'live' | 'fallback', Outcome>;
  const { load, steps } = starterOf(outcomes, false);
  await expect(load('account', 'ja')).rejects.toMatchObject({ why: 'broken' });
  outcomes.live = 'starts';
  expect(await load('account', 'ja')).toBe('live');
  expect(steps).toEqual(['live ja', 'restart live', 'live ja']);
});

test('a name that the page does not know is no remote', async () => {
  const { load } = starterOf({ live: 'starts', fallback: 'starts' });
  await expect(load('offers', 'ja')).rejects.toMatchObject({ remote: 'offers' });
});
