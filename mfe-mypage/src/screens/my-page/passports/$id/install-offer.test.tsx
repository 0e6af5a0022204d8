import type { Passport } from '@portal/kit/contract';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { seedPassportsFor } from '@portal/kit/testing/passports';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { callAs, HANAKO } from '../../../../testing/members.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
});
beforeEach(() => server.clock.set(new Date()));
afterEach(() => {
  localStorage.removeItem('install_offered');
  delete window.portal.installPrompt;
  for (const name of ['standalone', 'maxTouchPoints']) Reflect.deleteProperty(navigator, name);
});
afterAll(() => server.close());

/** The browser says that it can install the portal, as the boot script keeps it. */
function canInstall() {
  const prompts: string[] = [];
  const prompt = async () => {
    prompts.push('asked');
    return { outcome: 'accepted' };
  };
  window.portal.installPrompt = Object.assign(new Event('beforeinstallprompt'), { prompt });
  act(() => void window.dispatchEvent(new Event('beforeinstallprompt')));
  return prompts;
}

/** Opens a paid passport. @param query `?bought=1` after a purchase */
async function openPaid(query: string, locale: 'ja' | 'en' = 'en') {
  let id = '';
  const opened = await openScreenAs(server, {
    routes,
    path: locale === 'ja' ? '/my-page' : '/en/my-page',
    member: HANAKO,
    async prepare(memberId) {
      await seedPassportsFor(server, memberId);
      const { data } = await (await callAs(server, memberId))('GET', '/passports');
      id = (data as Passport[]).find(({ status_name }) => status_name?.code === 'active')?.id ?? '';
    },
  });
  const open = async (search: string) => {
    const prefix = locale === 'en' ? '/en' : '';
    await act(() => opened.router.navigate(`${prefix}/my-page/passports/${id}${search}`));
    const [role, name] = search ? ['link', 'See the details'] : ['heading', 'Details'];
    await screen.findByRole(role as 'link' | 'heading', { name: name as string });
  };
  await open(query);
  return { open };
}

const OFFER = { level: 2, name: 'Your passport, one tap away' } as const;
const offer = () => screen.findByRole('heading', OFFER);
const noOffer = () => expect(screen.queryByRole('heading', OFFER)).toBeNull();

// @proves 16.78
test.each(['?bought=1', '?payment=return'])('is made after a purchase (%s)', async (query) => {
  await openPaid(query);
  const prompts = canInstall();
  await offer();
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(prompts).toEqual(['asked']);
  noOffer();
});

// @proves 16.78
test('is not made where the browser cannot install', async () => {
  await openPaid('?bought=1');
  noOffer();
  expect(localStorage.getItem('install_offered')).toBeNull();
});
