import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { type Certificate, type Served, serve } from './serve.ts';

/** A page as one document, and the images that it shows, by their paths. */
type PlainPage = { readonly html: string; readonly images: ReadonlyMap<string, PlainImage> };
type PlainImage = { readonly type: string; readonly body: Buffer };

/**
 * The limit of what a portal can reach: the same view as one static document without a script,
 * its styles inline, compressed as brotli.
 */
export async function servePlainPage(
  { html, images }: PlainPage,
  certificate: Certificate,
): Promise<Served> {
  const body = brotliCompressSync(html);
  return serve(certificate, (request, response) => {
    const image = images.get(request.url);
    if (image) response.writeHead(200, { 'content-type': image.type }).end(image.body);
    else if (request.url !== '/') response.writeHead(404).end();
    else {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
      response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
    }
  });
}

/** What a page shows, as a page without means of its own. */
export async function plainPageOf(page: Page): Promise<PlainPage> {
  const shown = await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll<HTMLImageElement>('img[src^="/"]')].map(async (image) => {
        const path = image.getAttribute('src') ?? '';
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`The page shows an image that is not there: ${path}`);
        const type = answer.headers.get('content-type') ?? '';
        return { path, type, bytes: [...new Uint8Array(await answer.arrayBuffer())] };
      }),
    ),
  );
  const images = new Map(
    shown.map(({ path, type, bytes }) => [path, { type, body: Buffer.from(bytes) }]),
  );
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
