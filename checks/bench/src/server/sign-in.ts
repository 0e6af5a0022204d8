import { authorizationRequest } from '@portal/e2e/support/authorization';
import type { TestBrowserKey } from '@portal/server-testing/browser-key';
import type { Answer, HttpClient } from './http.ts';

export type Tokens = { readonly access: string; readonly refresh: string };

/** The result of a sign-in. `busy`: the server refused it because it checks too many passwords. */
export type SignInEnd =
  | { readonly is: 'signed-in'; readonly tokens: Tokens }
  | { readonly is: 'busy'; readonly answer: Answer };

type Options = {
  readonly http: HttpClient;
  readonly idp: string;
  readonly portal: string;
  /** The member's network address, as an edge would report it. */
  readonly address: string;
  readonly locale?: 'ja' | 'en';
  /** Of the browser, to which session and tokens are bound. */
  readonly key?: TestBrowserKey | undefined;
};

const HOPS_MAX = 5;

/** One browser in front of the identity provider: keeps cookies and submits forms. */
export function createSignIn({ http, idp, portal, address, locale = 'ja', key }: Options) {
  const jar = new Map<string, string>();
  const request = authorizationRequest({ portal, idp }, locale);

  async function send(url: string, form?: Record<string, string>): Promise<Answer> {
    const { pathname, search } = new URL(url, idp);
    const answer = await http.send({
      path: pathname + search,
      headers: {
        accept: 'text/html',
        'x-forwarded-for': address,
        ...(jar.size && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(form && { origin: idp }),
      },
      ...(form && { form }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(line);
    return answer;
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const over = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
    if (over) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }

  /** Follows redirects to a page, or until one leads away from the identity provider. */
  async function follow(answer: Answer): Promise<{ answer: Answer; left?: URL }> {
    let at = answer;
    for (let hop = 0; hop < HOPS_MAX; hop += 1) {
      const { location } = at.headers;
      if (typeof location !== 'string') return { answer: at };
      const url = new URL(location, idp);
      if (url.origin !== idp) return { answer: at, left: url };
      at = await send(url.href);
    }
    throw new Error('A sign-in was redirected too often.');
  }

  return {
    /** Opens the sign-in page and returns the address of its form. */
    async open(): Promise<string> {
      const { answer } = await follow(await send(request.url));
      const action = /<form[^>]* action="([^"]*)"/.exec(answer.body)?.[1];
      if (answer.status !== 200 || !action) {
        throw new Error(`No sign-in page, but ${answer.status}: ${answer.body.slice(0, 500)}`);
      }
      return action.replaceAll('&amp;', '&');
    },

    /** Submits the form. */
    post: (action: string, email: string, password: string) => send(action, { email, password }),

    /** Continues from the form's answer to the tokens. */
    async finish(posted: Answer): Promise<SignInEnd> {
      if (posted.status === 429) return { is: 'busy', answer: posted };
      const { answer, left } = await follow(posted);
      const code = left?.searchParams.get('code');
      if (!code) throw new Error(`No code, but ${answer.status}: ${answer.body.slice(0, 500)}`);
      const exchanged = await http.send({
        path: '/oauth/token',
        headers: { accept: 'application/json', 'x-forwarded-for': address },
        form: {
          grant_type: 'authorization_code',
          client_id: 'portal',
          code,
          code_verifier: request.verifier,
          redirect_uri: request.redirectUri,
          ...(key && { dpop_proof: browserProofOf(key, idp), dpop_renewals: '1' }),
        },
      });
      return { is: 'signed-in', tokens: tokensOf(exchanged) };
    },
  };
}

/** @param accessToken the refresh token of a renewal */
export const browserProofOf = (key: TestBrowserKey, idp: string, accessToken?: string): string =>
  key.prove({ method: 'POST', url: `${idp}/oauth/token`, accessToken, now: new Date() });

/** @throws Error for anything but a pair of tokens. */
export function tokensOf({ status, body }: Answer): Tokens {
  if (status !== 200) throw new Error(`No tokens, but ${status}: ${body.slice(0, 500)}`);
  const { access_token: access, refresh_token: refresh } = JSON.parse(body) as Record<
    string,
    unknown
  >;
  if (typeof access !== 'string' || typeof refresh !== 'string') {
    throw new Error(`A token is missing: ${Object.keys(JSON.parse(body))}`);
  }
  return { access, refresh };
}
