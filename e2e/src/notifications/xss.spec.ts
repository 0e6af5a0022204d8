import type { Page } from '@playwright/test';
import { notify } from '../support/notifications.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { corpus } from './corpus.ts';
import { TARGETS } from './people.ts';

/** Of the vectors, at least so many must fire where nobody cleans: else this test could not fail. */
const LEAST_FIRED_RAW = 200;
/** Vectors in one letter. Those of the published list are each alone: some swallow what follows. */
const IN_ONE_LETTER = 12;

const { published, made } = corpus();
const letters: readonly string[] = [...published, ...inGroups(made)];
/** One half per worker. */
for (const [half, member] of TARGETS.entries()) {
  test(`no letter runs, loads or changes anything, half ${half + 1} of ${TARGETS.length}`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(360_000);
    // The cleaner reads each letter in a document that nobody sees, and the browser notes what the
    // page's policy forbids there. What is shown is looked at element by element below.
    watch.expect(/Executing inline event handler/, /Applying inline style/, /document's base URI/);
    watch.expect(/requires 'TrustedScript' assignment/);
    watch.expect(/policy (script-src-attr|style-src-(attr|elem)|base-uri) stopped/);
    const outside: string[] = [];
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const own = [portal.portal, portal.idp].includes(origin);
      if (!own && !['data:', 'blob:', 'about:'].includes(protocol)) outside.push(request.url());
    });
    await context.addInitScript(recordFirings);
    await signIn(page, member, 'en');
    const mine = letters.filter((_, at) => at % TARGETS.length === half);
    const ids = await notify(
      portal,
      member.email,
      mine.map((body, at) => ({ title: `Letter ${at}`, body })),
    );
    await page.goto('/en/my-page/notifications');
    for (const [at, id] of ids.entries()) {
      await goWithin(page, `/en/my-page/notifications/${id}`);
      await page.getByRole('heading', { level: 1, name: `Letter ${at}`, exact: true }).waitFor();
      expect(await pokeAndInspect(page), `${mine[at]}`).toEqual([]);
    }
    // Their previews, in the list and in the bell.
    await goWithin(page, '/en/my-page/notifications');
    for (let next = 0; next < 5; next += 1) {
      await page.getByRole('link', { name: 'Older' }).click();
      await page.getByText(`Page ${next + 2} of`).waitFor();
    }
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('link').first().waitFor();

    expect(await page.evaluate(() => (window as unknown as Fired).fired)).toEqual([]);
    expect(outside).toEqual([]);
    expect(new URL(page.url()).origin).toBe(portal.portal);
  });
}

test('with the cleaning taken out, more than 200 of them fire', async ({ newBrowser, watch }) => {
  // Nothing of the portal here: a blank page without a policy, and every vector as it is.
  watch.expect(/./);
  const context = await newBrowser();
  await context.route('**/*', (route) =>
    route.request().isNavigationRequest() && route.request().url() === 'https://blank.example/'
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' })
      : route.abort(),
  );
  const page = await context.newPage();
  await page.goto('https://blank.example/');
  const fired = await page.evaluate(fireRaw, [...published, ...made]);
  expect(fired).toBeGreaterThanOrEqual(LEAST_FIRED_RAW);
  console.log(`${fired} of ${published.length + made.length} vectors fire where nobody cleans.`);
});

type Fired = { fired: string[] };

/** Runs in every document: whatever a vector calls is written down. */
function recordFirings(): void {
  const fired: string[] = [];
  Object.assign(window, { fired });
  for (const name of ['alert', 'confirm', 'prompt', 'print']) {
    Object.assign(window, { [name]: () => fired.push(name) });
  }
}

/** A change of screen without a new page, as a link does it. */
const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Touches everything in the letter, and answers what should not be in it. */
const pokeAndInspect = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const allowed =
      /^(?:P|BR|HR|DIV|SPAN|H[2-4]|BLOCKQUOTE|PRE|CODE|STRONG|B|EM|I|U|S|SMALL|SUB|SUP|RUBY|RT|RP|UL|OL|LI|DL|DT|DD|A|IMG|TABLE|CAPTION|THEAD|TBODY|TFOOT|TR|TH|TD)$/;
    const attributes =
      /^(?:href|src|alt|width|height|lang|dir|start|colspan|rowspan|scope|target|rel|tabindex|data-scrolls)$/;
    const address = /^(?:https?:\/\/|mailto:|\/(?!\/))/i;
    const letter = document.querySelector('main .ui-rich-text');
    if (!letter) return ['There is no letter.'];
    const wrong: string[] = [];
    for (const element of letter.querySelectorAll<HTMLElement>('*')) {
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
  });

/** Each vector in a frame of its own; answers how many called something. */
async function fireRaw(vectors: string[]): Promise<number> {
  const fired = new Set<number>();
  const AT_ONCE = 40;
  for (let from = 0; from < vectors.length; from += AT_ONCE) {
    const frames = vectors.slice(from, from + AT_ONCE).map((vector, at) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const { contentWindow, contentDocument } = frame;
      for (const name of ['alert', 'confirm', 'prompt', 'print']) {
        Object.assign(contentWindow ?? {}, { [name]: () => fired.add(from + at) });
      }
      if (contentDocument) contentDocument.body.innerHTML = vector;
      return frame;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const frame of frames) frame.remove();
  }
  return fired.size;
}

function inGroups(vectors: readonly string[]): string[] {
  const groups: string[] = [];
  for (let from = 0; from < vectors.length; from += IN_ONE_LETTER) {
    groups.push(vectors.slice(from, from + IN_ONE_LETTER).join('\n<p></p>\n'));
  }
  return groups;
}
