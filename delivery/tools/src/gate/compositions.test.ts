import type { LiveReleases } from '@portal/delivery-model/gate';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { type Composition, compositionsOf } from './compositions.ts';

const shell = (content: string) =>
  makeShell(content, {
    rows: { '/': { files: [], guard: 'public', layout: 'empty' } },
    owns: ['/'],
  }).document;
const remote = (name: string, content: string) => makeRelease(name, content).document;

const SHELLS = [shell('stable'), shell('canary'), shell('previous')];
const [STABLE, PREVIOUS] = [remote('account', 'stable'), remote('account', 'previous')];
const MYPAGE = remote('mypage', 'stable');
const LIVE: LiveReleases = {
  shells: SHELLS,
  remotes: { account: [STABLE, PREVIOUS], mypage: [MYPAGE] },
  teams: {},
};

const summary = ({ shell, remotes, routes }: Composition) => ({
  shell: shell.version,
  remotes: remotes.map(({ version }) => version).sort(),
  routes: routes.map(({ path, version }) => `${path} ${version}`),
});

// @proves 7.221
test('a remote is opened with each live shell, beside the stable releases of others', () => {
  const candidate = remote('account', 'candidate');
  expect(compositionsOf(candidate, LIVE).map(summary)).toEqual(
    SHELLS.map(({ version }) => ({
      shell: version,
      remotes: [candidate.version, MYPAGE.version].sort(),
      routes: [`/account ${candidate.version}`, `/en/account ${candidate.version}`],
    })),
  );
});

// @proves 7.221
test('a shell is opened with each live release of each remote, and its own routes once', () => {
  const candidate = shell('candidate');
  expect(compositionsOf(candidate, LIVE).map(summary)).toEqual([
    {
      shell: candidate.version,
      remotes: [STABLE.version, MYPAGE.version].sort(),
      routes: [
        `/ ${candidate.version}`,
        `/en ${candidate.version}`,
        `/account ${STABLE.version}`,
        `/en/account ${STABLE.version}`,
        `/mypage ${MYPAGE.version}`,
        `/en/mypage ${MYPAGE.version}`,
      ],
    },
    {
      shell: candidate.version,
      remotes: [PREVIOUS.version, MYPAGE.version].sort(),
      routes: [`/account ${PREVIOUS.version}`, `/en/account ${PREVIOUS.version}`],
    },
  ]);
});

test('without a live shell a remote cannot be opened, and the first shell is opened alone', () => {
  const nothing: LiveReleases = { shells: [], remotes: {}, teams: {} };
  expect(compositionsOf(STABLE, nothing)).toEqual([]);
  expect(compositionsOf(shell('first'), nothing)).toHaveLength(1);
});
