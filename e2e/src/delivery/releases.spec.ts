import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { RemoteDocument } from '@portal/delivery-model/document';
import { fallbackManifest } from '@portal/delivery-model/page/fallback-manifest';
import type { PageData } from '@portal/shared-contract';
import { expectContent } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import { builtRelease, mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const DATA = /(id="portal-data">)(.*?)(<\/script>)/s;
const BROKEN_ENTRY = 'entry.0123456789.js';

/** What is wrong with a release: its entry, and whether it comes with the hash that the page names. */
const FAULTS: readonly (readonly [
  name: string,
  entry: (name: string) => string,
  comes: boolean,
])[] = [
  ['is unreachable', () => '', false],
  ['throws at start', () => 'throw new Error("broken release");', true],
  ['sets no container', () => '', true],
  [
    'has no such module',
    (name) => `self.${name} = { init() {}, get: async () => { throw new Error("no module"); } };`,
    true,
  ],
  [
    'needs another shared version',
    (name) => `self.${name} = { init() { throw new Error("version"); }, get() {} };`,
    true,
  ],
];

/** Gives the page a release of a remote that does not start, with the built one as its fallback. */
async function breakRelease(
  page: Page,
  remote: string,
  [, entryOf, comes]: (typeof FAULTS)[number],
  hasFallback = true,
): Promise<void> {
  // The build has written the whole document.
  const document = (await builtRelease(remote)) as unknown as RemoteDocument;
  const { path } = await mainScreenOf(remote);
  const { file, integrity, json } = fallbackManifest(document);
  const entry = entryOf(document.federationName);
  const hash = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
  await page.route(`**/remotes/${remote}/${file}`, (route) =>
    route.fulfill({ body: json, contentType: 'application/json' }),
  );
  await page.route(`**/remotes/${remote}/${BROKEN_ENTRY}`, (route) =>
    comes
      ? route.fulfill({ body: entry, contentType: 'text/javascript' })
      : route.fulfill({ status: 404, body: 'Not found' }),
  );
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(DATA, (_all, start, text, end) => {
        const data: PageData = JSON.parse(text);
        const live = data.remotes[remote];
        if (!live) throw new Error(`The page has no ${remote}.`);
        const broken = {
          ...live,
          version: '9.9.9+000000000000',
          entry: BROKEN_ENTRY,
          files: { ...live.files, [BROKEN_ENTRY]: hash },
          scripts: live.scripts.map((script) => (script === live.entry ? BROKEN_ENTRY : script)),
          ...(hasFallback && { fallback: { file, integrity } }),
        };
        const remotes = { ...data.remotes, [remote]: broken };
        return start + JSON.stringify({ ...data, remotes }).replaceAll('<', '\\u003c') + end;
      });
      return route.fulfill({ response: answer, body });
    },
  );
}

const [remote = ''] = REMOTES;

for (const fault of FAULTS) {
  // @proves 7.181
  test(`the fallback takes the place of a release that ${fault[0]}`, async ({
    page,
    portal,
    member,
    errors,
  }) => {
    errors.allow(/./); // Each fault has its own.
    await startSession(page, portal, member);
    await breakRelease(page, remote, fault);
    const { path } = await mainScreenOf(remote);
    await page.goto(path);
    await expectContent(page);
    await expect(page.getByRole('button', { name: translate('ja', 'Try again') })).toHaveCount(0);
  });
}

const [unreachable, throws] = FAULTS;
for (const [fault, words] of [
  [unreachable, /読み込めませんでした/],
  [throws, /問題が発生しました/],
] as const) {
  // @proves 7.182
  test(`without a fallback the error screen says that a release ${fault?.[0]}`, async ({
    page,
    portal,
    member,
    errors,
  }) => {
    errors.allow(/./);
    if (!fault) throw new Error('no fault');
    await startSession(page, portal, member);
    await breakRelease(page, remote, fault, false);
    const { path } = await mainScreenOf(remote);
    await page.goto(path);
    await expect(page.getByRole('button', { name: translate('ja', 'Try again') })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(words);
  });
}
