import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { transformSync } from '@swc/core';
import { expect, test } from '../support/test.ts';
import { corpus } from './corpus.ts';

const { published, made } = corpus();
const vectors = [...published, ...made];

// @proves 15.1 15.2 15.3
test('nothing that the cleaner lets through runs, loads or is out of place', async ({
  newBrowser,
  errors,
}) => {
  // DOMPurify's own inert document loads nothing, but the browser logs what it does not run there.
  errors.allow(/./);
  const context = await newBrowser();
  await context.addInitScript(recordFired);
  await context.addInitScript(`Object.assign(window, { inspectBody: ${inspectBody} })`);
  const { page, requested } = await openBlankPage(context);
  await page.addScriptTag({
    type: 'module',
    content: "import { cleanHtml } from '/clean.js'; Object.assign(window, { cleanHtml });",
  });
  await page.waitForFunction(() => 'cleanHtml' in window);
  const wrong = await page.evaluate((all) => {
    const { cleanHtml, inspectBody } = window as unknown as {
      cleanHtml: (html: string) => Node;
      inspectBody: (container: Element | null) => string[];
    };
    const container = document.querySelector('#cleaned');
    return all.flatMap((vector) => {
      container?.replaceChildren(cleanHtml(vector));
      const found = inspectBody(container);
      return found.length > 0 ? [{ vector, found }] : [];
    });
  }, vectors);
  expect(wrong).toEqual([]);
  await waitForFailedPicture(page);
  expect(await fired(page)).toEqual([]);
  expect(requested).toEqual([CONTROL]);
});

const BLANK = 'https://blank.example/';
const CLEANER = resolve(import.meta.dirname, '../../../shared-ui/src/lazy/rich-text/clean.ts');

/** What the cleaner imports beside DOMPurify. */
const PARSED_URL = '@portal/shared-contract/parsed-url';

const compiled = (file: string): string =>
  transformSync(readFileSync(file, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  }).code;

/** Opens a page without the portal's policy, with its cleaner and DOMPurify. Other requests are recorded. */
async function openBlankPage(context: BrowserContext) {
  const dompurify = createRequire(CLEANER)
    .resolve('dompurify')
    .replace(/[^/]*$/, 'purify.es.mjs');
  const importMap = JSON.stringify({
    imports: { dompurify: '/dompurify.js', [PARSED_URL]: '/parsed-url.js' },
  });
  const files: Record<string, { contentType: string; body: string }> = {
    [BLANK]: {
      contentType: 'text/html',
      body: `<!doctype html><title>blank</title><script type="importmap">${importMap}</script><div id="cleaned"></div>`,
    },
    [`${BLANK}clean.js`]: { contentType: 'text/javascript', body: compiled(CLEANER) },
    [`${BLANK}parsed-url.js`]: {
      contentType: 'text/javascript',
      body: compiled(fileURLToPath(import.meta.resolve(PARSED_URL))),
    },
    [`${BLANK}dompurify.js`]: {
      contentType: 'text/javascript',
      body: readFileSync(dompurify, 'utf8'),
    },
  };
  const requested: string[] = [];
  await context.route('**/*', (route) => {
    const file = files[route.request().url()];
    if (file) return route.fulfill(file);
    requested.push(route.request().url());
    return route.abort();
  });
  const page = await context.newPage();
  await page.goto(BLANK);
  return { page, requested };
}

const CONTROL = `${BLANK}control.png`;

/** When this picture has failed to load, so have the pictures before it, and their handlers have run. */
const waitForFailedPicture = (page: Page): Promise<void> =>
  page.evaluate(
    (address) =>
      new Promise<void>((done) => {
        const picture = new Image();
        picture.onerror = () => done();
        picture.src = address;
      }),
    CONTROL,
  );

/** Runs in every document: records which dialog a vector calls. */
function recordFired(): void {
  const calls: string[] = [];
  Object.assign(window, { fired: calls });
  for (const name of ['alert', 'confirm', 'prompt', 'print']) {
    Object.assign(window, { [name]: () => calls.push(name) });
  }
}

const fired = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { fired: string[] }).fired);

/** Runs in the page: touches every element of a cleaned body, and returns what should not be there. */
function inspectBody(body: Element | null): string[] {
  const allowed =
    /^(?:P|BR|HR|DIV|SPAN|H[2-4]|BLOCKQUOTE|PRE|CODE|STRONG|B|EM|I|U|S|SMALL|SUB|SUP|RUBY|RT|RP|UL|OL|LI|DL|DT|DD|A|IMG|TABLE|CAPTION|THEAD|TBODY|TFOOT|TR|TH|TD)$/;
  const attributes =
    /^(?:href|src|alt|width|height|lang|dir|start|colspan|rowspan|scope|target|rel|tabindex|data-scrolls|data-alone)$/;
  const address = /^(?:https?:\/\/|mailto:|\/(?!\/))/i;
  if (!body) return ['There is no body.'];
  const wrong: string[] = [];
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (!allowed.test(element.tagName)) wrong.push(`<${element.tagName}>`);
    for (const { name, value } of element.attributes) {
      if (!attributes.test(name)) wrong.push(`${element.tagName} ${name}`);
      if (name === 'href' && !address.test(value)) wrong.push(`href ${value}`);
      if (name === 'src' && !value.startsWith('data:image/')) wrong.push(`src ${value}`);
    }
    for (const type of ['mouseover', 'focus', 'toggle', 'animationstart']) {
      element.dispatchEvent(new Event(type, { bubbles: true }));
    }
    // Links lead away by design; everything else may be pressed.
    if (!element.closest('a[href]')) element.click();
  }
  return wrong;
}
