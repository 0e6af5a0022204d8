import { createHash } from 'node:crypto';
import { integrityOf } from '@portal/delivery-model/document';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { openTestPageListener } from '@portal/server-testing/page/open-page-listener';
import {
  pageConfiguration,
  promotion,
  publish,
  testStore,
} from '@portal/server-testing/releases/page-setting';
import { operatorOf, type TestTeam } from '@portal/server-testing/releases/teams';

type Listener = Awaited<ReturnType<typeof openTestPageListener>>;

/** The real server with its listener for the page, on a port of its own. */
export type LivePage = {
  readonly server: TestServer;
  readonly operator: TestTeam;
  readonly listener: Listener;
  /** Two releases of the remote `account`; the first is live. */
  readonly releases: readonly [Release, Release];
  /** Makes another configuration of the page live, which its title shows. */
  configure(brand: string): Promise<void>;
  /** As if all servers were gone. */
  closeListener(): Promise<void>;
  close(): Promise<void>;
};
type Release = ReturnType<typeof makeRelease>;

const rowsOf = (...paths: string[]): Release['document']['rows'] =>
  Object.fromEntries(paths.map((path) => [path, { files: [], guard: 'public', layout: 'empty' }]));

/** A release of `mypage` in which `/my-page` has a first view in both languages. */
function homeWithFirstView(): Release {
  const { document, files } = makeRelease('mypage', 'one');
  const views = { ja: 'お知らせ', en: 'News' };
  const bytesOf = Object.fromEntries(
    Object.entries(views).map(([locale, text]) => [
      locale,
      new TextEncoder().encode(`<h1>${text}</h1>`),
    ]),
  );
  const nameOf = (locale: string) =>
    `first-view.my-page-${locale}.${createHash('sha256')
      .update(bytesOf[locale] ?? '')
      .digest('hex')
      .slice(0, 10)}.txt`;
  const described = Object.entries(bytesOf).map(([locale, bytes]) => {
    const { length: size } = bytes;
    const sizes = { size, brotli: size };
    return [nameOf(locale), { integrity: integrityOf(bytes), ...sizes }];
  });
  const { '/my-page': home, ...others } = rowsOf('/my-page', '/my-page/passports/:id');
  const release = makeRelease('mypage', 'one', ['/my-page'], {
    files: { ...document.files, ...Object.fromEntries(described) },
    rows: {
      ...others,
      '/my-page': {
        ...(home as Release['document']['rows'][string]),
        firstView: { visitor: 'member', ja: nameOf('ja'), en: nameOf('en') },
      },
    },
  });
  return {
    document: release.document,
    files: {
      ...files,
      ...Object.fromEntries(
        Object.entries(bytesOf).map(([locale, bytes]) => [nameOf(locale), bytes]),
      ),
    },
  };
}

/** Starts a server whose page has the screens of the address table. */
export async function startLivePage(): Promise<LivePage> {
  const { releases, remove } = testStore();
  const server = await startTestServer({ config: { releases } });
  const operator = operatorOf(server);
  const shell = makeShell('one', { rows: rowsOf('/', '/callback') });
  const mypage = homeWithFirstView();
  const account = (content: string) =>
    makeRelease('account', content, ['/account'], { rows: rowsOf('/account', '/account/edit') });
  const [one, two] = [account('one'), account('two')];
  for (const release of [shell, mypage, one, two]) await publish(operator, release);
  for (const release of [shell, mypage, one]) await operator.operate(promotion(release));
  const configure = async (brand: string) => {
    const configuration = await operator.uploadConfiguration(pageConfiguration(brand));
    await operator.operate({ type: 'configure', configuration });
  };
  await configure('Tsubame');
  const listener = await openTestPageListener(server);
  let closing: Promise<void> | undefined;
  const closeListener = () => {
    closing ??= listener.close();
    return closing;
  };
  return {
    server,
    operator,
    listener,
    releases: [one, two],
    configure,
    closeListener,
    async close() {
      await closeListener();
      await server.close();
      remove();
    },
  };
}
