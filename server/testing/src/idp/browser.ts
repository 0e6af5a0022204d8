/** A browser in front of the identity provider: keeps cookies, follows redirects, submits forms. */
export type TestBrowser = ReturnType<typeof createBrowser>;

type Cookie = { readonly value: string; readonly path: string };

/** @param options.alsoAt further origins whose pages are opened, besides the provider's */
export function createBrowser(
  issuer: string,
  {
    language = 'ja',
    alsoAt = [],
    headers: always = {},
  }: {
    language?: string;
    alsoAt?: readonly string[];
    /** Sent with every request. */
    headers?: Readonly<Record<string, string>>;
  } = {},
) {
  const jar = new Map<string, Cookie>();

  function cookieHeader(url: URL): string {
    return [...jar]
      .filter(
        ([, { path }]) =>
          url.pathname === path || path === '/' || url.pathname.startsWith(`${path}/`),
      )
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  }

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8);
      if (expires && Date.parse(expires) < Date.now()) jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { value: pair.slice(pair.indexOf('=') + 1), path });
    }
  }

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-language': language,
      ...always,
    });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const cookies = cookieHeader(url);
    if (cookies) headers.set('cookie', cookies);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    keep(response);
    return response;
  }

  /** Follows redirects to a page, or until one leads away from the identity provider. */
  async function go(address: string | URL, init: RequestInit = {}): Promise<Visit> {
    let url = new URL(address, issuer);
    let response = await request(url, init);
    for (let hop = 0; hop < 10; hop += 1) {
      const location = response.headers.get('location');
      if (!location || response.status < 300 || response.status > 399) break;
      url = new URL(location, url);
      if (url.origin !== issuer && !alsoAt.includes(url.origin)) return { url, response, html: '' };
      response = await request(url);
    }
    return { url, response, html: await response.text() };
  }

  return {
    jar,
    go,
    /** Fills in the form that has the fields, or else the first one of the page, and submits it. */
    submit(page: Visit, fields: Record<string, string>, headers: Record<string, string> = {}) {
      const forms = page.html.match(/<form[\s\S]*?<\/form>/g) ?? [];
      const hasFields = (form: string) =>
        Object.keys(fields).every((name) => form.includes(`name="${name}"`));
      const form = forms.find(hasFields) ?? forms[0] ?? '';
      const action = /<form[^>]*action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&');
      if (!action) throw new Error(`There is no form on ${page.url}: ${page.html}`);
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
      const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return go(new URL(action, page.url), {
        method: 'POST',
        body,
        headers: { origin: page.url.origin, ...headers },
      });
    },
  };
}

export type Visit = {
  /** The last address: a page of the provider, or an address of the portal. */
  readonly url: URL;
  readonly response: Response;
  readonly html: string;
};
