import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** A page as one document, and the images that it shows, by their paths. */
type PlainPage = { readonly html: string; readonly images: ReadonlyMap<string, PlainImage> };
type PlainImage = { readonly type: string; readonly body: Buffer };

/**
 * The limit of what a portal can reach: the same view as one static document without a script,
 * its styles inline, from an origin of the same kind (TLS, HTTP/2, brotli).
 */
export async function servePlainPage(
  { html, images }: PlainPage,
  certificate: { readonly key: string; readonly cert: string },
): Promise<{ url: string; close(): void }> {
  const body = brotliCompressSync(html);
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    const image = images.get(request.url);
    if (image) response.writeHead(200, { 'content-type': image.type }).end(image.body);
    else if (request.url !== '/') response.writeHead(404).end();
    else {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
      response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}/`, close: () => server.close() };
}

/** What a page shows, as a page without means of its own. */
export async function plainPageOf(page: Page): Promise<PlainPage> {
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('img[src^="/"]')].map(
      (image) => image.getAttribute('src') ?? '',
    ),
  );
  const images = new Map<string, PlainImage>();
  for (const path of paths) {
    const answer = await page.request.get(path);
    if (!answer.ok()) throw new Error(`The page shows an image that is not there: ${path}`);
    images.set(path, {
      type: answer.headers()['content-type'] ?? '',
      body: await answer.body(),
    });
  }
  return { html: await plainHtmlOf(page), images };
}

/** A rendered page as one document: what is on the screen, without the means that put it there. */
async function plainHtmlOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const clone = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of clone.querySelectorAll('script, link, style, iframe, noscript')) {
      element.remove();
    }
    const used = (rule: CSSRule): string => {
      if (rule instanceof CSSStyleRule) {
        const plain = rule.selectorText.replace(/::?[a-z-]+(\([^)]*\))?/g, '') || '*';
        try {
          return document.querySelector(plain) ? rule.cssText : '';
        } catch {
          return rule.cssText;
        }
      }
      if ('cssRules' in rule) {
        const inner = [...(rule as CSSGroupingRule).cssRules].map(used).join('');
        const head = rule.cssText.slice(0, rule.cssText.indexOf('{') + 1);
        return inner ? `${head}${inner}}` : '';
      }
      return rule.cssText;
    };
    const css = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(used))
      .join('');
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><style>${css}</style>`;
    const attributes = [...document.documentElement.attributes]
      .map(({ name, value }) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
      .join('');
    return `<!doctype html><html${attributes}><head>${head}</head>${clone.querySelector('body')?.outerHTML ?? ''}</html>`;
  });
}
