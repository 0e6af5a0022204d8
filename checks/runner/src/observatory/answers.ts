import { createServer, type Server } from 'node:http';
import { composePage } from '@portal/delivery-model/page/compose';
import type { Registry } from '@portal/delivery-model/page/registry';
import { answerScreen, servedComposed } from '@portal/delivery-model/page/served-page';
import { PAGE_TEXTS, shellDocument } from '@portal/delivery-model/testing/documents';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import { listen } from '@portal/delivery-serve/edge/testing/fixture';
import { portalConfig } from '@portal/delivery-serve/start/portal-config';
import { loadCatalogs } from '@portal/server-platform/texts/i18n';
import { startTestIdp } from '@portal/server-testing/idp/idp';
import type { GradedPage } from './graders.ts';

const PORTAL = 'https://portal.example';
const IDP = 'https://id.portal.example';
const HTML = { accept: 'text/html' };

/** The answers of the portal's origin at an https address: the page, and what the edge refuses. */
export async function portalAnswers(): Promise<GradedPage[]> {
  const page = servedComposed(composePage(registry()));
  const listener = createServer((request, response) =>
    answerScreen(page, request.url ?? '/', request, response),
  );
  // Nobody listens on port 9 (discard), so that what lies behind the edge is down.
  const nobody = 'http://127.0.0.1:9';
  const upstreams = { api: nobody, page: await listen(listener), files: nobody };
  const edge = createEdge({ upstreams, publicOrigin: PORTAL });
  const at = await listen(edge.server as Server);
  const answers = await ask(at, PORTAL, ['/', '/not-here.js', '/remotes/shell/main.0123456789.js']);
  listener.close();
  listener.closeAllConnections();
  answers.push(...(await ask(at, PORTAL, ['/my-page'])));
  await edge.close();
  return answers;
}

/** The answers of the identity provider: a sign-in page, and its error pages. */
export async function providerAnswers(): Promise<GradedPage[]> {
  loadCatalogs();
  const config = { idpOrigin: IDP, portalOrigin: PORTAL, corsOrigins: [PORTAL] };
  const server = await startTestIdp({ database: 'pglite', config });
  const at = await server.addReplica();
  const authorize = `/authorize?${new URLSearchParams({
    client_id: 'portal',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${PORTAL}/callback`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })}`;
  const started = await fetch(at + authorize, { redirect: 'manual', headers: HTML });
  const signIn = new URL(String(started.headers.get('location')), at).pathname;
  const cookies = started.headers.getSetCookie().map((line) => String(line.split(';')[0]));
  // Without it the request is looked up in the database.
  const resuming = cookies.filter((one) => !one.includes('idp_pending'));
  const resumed = signIn.replace('/sign-in/', '/authorize/');
  const answers = [
    ...(await ask(at, IDP, [signIn], { cookie: cookies.join('; ') })),
    ...(await ask(at, IDP, ['/not-here', '/authorize?client_id=nobody', '/logout/success'])),
  ];
  await server.context.database.close();
  answers.push(...(await ask(at, IDP, [resumed], { cookie: resuming.join('; ') })));
  return answers;
}

async function ask(
  at: string,
  origin: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<GradedPage[]> {
  return Promise.all(
    paths.map(async (asked) => {
      const init = { headers: { ...HTML, ...headers }, redirect: 'manual' } as const;
      const answer = await fetch(at + asked, init);
      return { url: origin + asked, answer, body: await answer.text() };
    }),
  );
}

const registry = (): Registry => ({
  config: portalConfig({ portal: PORTAL, idp: IDP }, {}),
  shell: { base: '/remotes/shell/', release: shellDocument(), texts: PAGE_TEXTS },
  remotes: {},
});
