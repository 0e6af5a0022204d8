import { createBrowser } from '@portal/server-testing/idp/browser';
import { PORTAL, startTestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

const FOLDERS = ['https://files.example/shell/', `${PORTAL}/remotes/mypage/`] as const;

const prefetched = (html: string) =>
  [...html.matchAll(/<link rel="prefetch" href="([^"]*)">/g)].map(([, url]) => url);
const defaultOf = (policy: string | null) => /default-src ([^;]*)/.exec(policy ?? '')?.[1];
/** What else a policy may name, each of which would run or show a file that the default allows. */
const KINDS = [
  'connect',
  'font',
  'frame',
  'img',
  'manifest',
  'media',
  'object',
  'script',
  'style',
  'worker',
];

/** Opens the sign-in page of a provider with or without files of the portal. */
async function open(filesOfHome?: Parameters<typeof startTestIdp>[0]) {
  const server = await startTestIdp({ member: MEMBER, ...filesOfHome });
  try {
    const browser = createBrowser(server.issuer);
    const portal = await createPortal(server, browser);
    const { url } = await portal.authorization({ ui_locale: 'en', login_hint: MEMBER.email });
    const page = await browser.go(url);
    const refused = await browser.submit(page, { ...MEMBER, password: 'not-the-password' });
    return { page, refused };
  } finally {
    await server.close();
  }
}

// @proves 7.797 7.798
it('has the browser fetch the files of the home in its language, and run nothing of them', async () => {
  const filesOfHome = (locale: string) => FOLDERS.map((folder) => `${folder}main.${locale}.js`);
  const { page, refused } = await open({ filesOfHome });
  for (const { html, response } of [page, refused]) {
    // The same for everybody, so that nothing of the member is in it.
    expect(prefetched(html)).toEqual(filesOfHome('en'));
    const policy = response.headers.get('content-security-policy');
    expect(defaultOf(policy)).toBe(FOLDERS.join(' '));
    for (const kind of KINDS) expect(policy).toContain(`${kind}-src `);
    expect(policy?.replace(/default-src [^;]*/, '')).not.toMatch(/files\.example|\/remotes\//);
  }
});

// @proves 7.797
it('fetches nothing where the server has no page of the portal', async () => {
  const { page } = await open();
  expect(prefetched(page.html)).toEqual([]);
  expect(defaultOf(page.response.headers.get('content-security-policy'))).toBe("'none'");
});
