import { authorizationRequest } from '@portal/e2e/support/authorization';
import type { Answer, HttpClient } from './http.ts';

type Options = {
  readonly http: HttpClient;
  readonly idp: string;
  readonly portal: string;
  /** The member's network address, as an edge would report it. */
  readonly address: string;
  readonly locale?: 'ja' | 'en';
};

const HOPS_MAX = 5;

/** One browser in front of the identity provider: keeps cookies and submits forms. */
export function createSignIn({ http, idp, portal, address, locale = 'ja' }: Options) {
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
      const action = /<form(?! id="passkey")[^>]* action="([^"]*)"/.exec(answer.body)?.[1];
      if (answer.status !== 200 || !action) {
        throw new Error(`No sign-in page, but ${answer.status}: ${answer.body.slice(0, 500)}`);
      }
      return action.replaceAll('&amp;', '&');
    },

    /** Submits the form. */
    post: (action: string, email: string, password: string) => send(action, { email, password }),
  };
}
