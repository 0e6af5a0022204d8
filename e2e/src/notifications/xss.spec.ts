import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { transformSync } from '@swc/core';
import { createMember } from '../support/members.ts';
import { sendNotifications } from '../support/notifications.ts';
import { startSession } from '../support/session.ts';
import { expect, PROOF, test } from '../support/test.ts';
import { corpus } from './corpus.ts';

/** So many vectors at least must fire without the cleaner, or these tests could not fail. */
const LEAST_FIRED_RAW = 200;
/** Made vectors in one notification. The published ones are sent alone: some swallow what follows. */
const IN_ONE_NOTIFICATION = 12;
const SAMPLE_SIZE = 20;

const { published, made } = corpus();
const vectors = [...published, ...made];

// @proves 15.1 15.2 15.3
// @asvs 1.3.1 3.2.2
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

test('without the cleaner at least 200 of them fire', async ({ newBrowser, errors }) => {
  errors.allow(/./);
  const context = await newBrowser();
  const { page } = await openBlankPage(context);
  // What a vector loads then fails at once, and its handler fires.
  await context.setOffline(true);
  const count = await page.evaluate(fireRaw, { vectors, enough: LEAST_FIRED_RAW });
  expect(count).toBeGreaterThanOrEqual(LEAST_FIRED_RAW);
});

const bodies = [...published, ...inGroups(made)];
const DELIVERIES = [
  { name: `${SAMPLE_SIZE} vectors`, sent: everyNth(vectors, SAMPLE_SIZE), details: {} },
  { name: 'all vectors, first half', sent: bodies.filter((_, at) => at % 2 === 0), details: PROOF },
  { name: 'all vectors, second half', sent: bodies.filter((_, at) => at % 2), details: PROOF },
] as const;

for (const { name, sent, details } of DELIVERIES) {
  // @proves 3.18 15.1 15.2 15.3
  test(
    `no notification runs, loads or changes anything: ${name}`,
    details,
    async ({ page, context, portal, errors }) => {
      test.setTimeout(360_000);
      // The cleaner parses each body in a document that nobody sees, and the browser logs what the page's
      // policy forbids there. What is shown is inspected element by element below.
      errors.allow(
        /Executing inline event handler/,
        /Applying inline style/,
        /document's base URI/,
        /requires 'TrustedScript' assignment/,
        /policy (script-src-attr|style-src-(attr|elem)|base-uri) stopped/,
      );
      const outside: string[] = [];
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        const own = [portal.portal, portal.idp].includes(origin);
        if (!own && !['data:', 'blob:', 'about:'].includes(protocol)) outside.push(request.url());
      });
      await context.addInitScript(recordFired);
      const member = await createMember(portal);
      await startSession(page, portal, member, 'en');
      const ids = await sendNotifications(
        portal,
        member.email,
        sent.map((body, at) => ({ title: `Notification ${at}`, body })),
      );
      await page.goto('/en/my-page/notifications');
      for (const [at, id] of ids.entries()) {
        await navigate(page, `/en/my-page/notifications/${id}`);
        const heading = { level: 1, name: `Notification ${at}`, exact: true } as const;
        await page.getByRole('heading', heading).waitFor();
        const found = await page.locator('main .ui-rich-text').evaluate(inspectBody);
        expect(found, sent[at]).toEqual([]);
      }
      await showPreviews(page, Math.ceil(ids.length / PAGE_SIZE));

      expect(await fired(page)).toEqual([]);
      expect(outside).toEqual([]);
      expect(new URL(page.url()).origin).toBe(portal.portal);
    },
  );
}

const PAGE_SIZE = 10;
const MOST_PAGES = 6;

/** Shows the previews in the list and in the bell. */
async function showPreviews(page: Page, pages: number): Promise<void> {
  await navigate(page, '/en/my-page/notifications');
  for (let next = 2; next <= Math.min(pages, MOST_PAGES); next += 1) {
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText(`Page ${next} of`).waitFor();
  }
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('link').first().waitFor();
}

const BLANK = 'https://blank.example/';
const CLEANER = resolve(import.meta.dirname, '../../../shared-ui/src/lazy/rich-text/clean.ts');

/** What the cleaner imports beside DOMPurify. */
const PARSED_URL = '@portal/shared-contract/parsed-url';

const compiled = (file: string): string =>
  transformSync(readFileSync(file, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  }).code;

/**
 * Opens a page without the portal and without its policy, which serves the portal's cleaner
 * (`/clean.js`) and the version of DOMPurify that it uses. Whatever else is requested is recorded.
 */
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
    [`${BLANK}clean.js`]: {
      contentType: 'text/javascript',
      body: compiled(CLEANER),
    },
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

/** Changes the route without loading a page, as a link does. */
const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

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

/**
 * Runs in the page: puts each vector into a frame of its own, uncleaned, until enough of them have
 * called something. Returns how many have.
 */
async function fireRaw(given: { vectors: string[]; enough: number }): Promise<number> {
  const { vectors: all, enough } = given;
  const called = new Set<number>();
  const AT_ONCE = 40;
  const show = (vector: string, onCall: () => void): HTMLIFrameElement => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { contentWindow, contentDocument } = frame;
    for (const name of ['alert', 'confirm', 'prompt', 'print']) {
      Object.assign(contentWindow ?? {}, { [name]: onCall });
    }
    if (contentDocument) contentDocument.body.innerHTML = vector;
    return frame;
  };
  for (let from = 0; from < all.length && called.size < enough; from += AT_ONCE) {
    const frames = all
      .slice(from, from + AT_ONCE)
      .map((vector, at) => show(vector, () => called.add(from + at)));
    // A control that comes last: when its picture has failed and a frame was drawn, the others have too.
    await new Promise<void>((done) => {
      frames.push(show('<img src=/control.png onerror=alert(1)>', done));
    });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const frame of frames) frame.remove();
  }
  return called.size;
}

function inGroups(all: readonly string[]): string[] {
  const groups: string[] = [];
  for (let from = 0; from < all.length; from += IN_ONE_NOTIFICATION) {
    groups.push(all.slice(from, from + IN_ONE_NOTIFICATION).join('\n<p></p>\n'));
  }
  return groups;
}

/** `count` of the items, evenly spread. */
function everyNth<T>(items: readonly T[], count: number): T[] {
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)],
  ).filter((item) => item !== undefined);
}
