import type { Page } from '@playwright/test';
import { DEMO_MEMBER } from '../support/members.ts';
import { REACT_SCRIPTS } from '../support/react-scripts.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';

const MEMBERS = ['/my-page', '/account'] as const;
/** In the other language. */
const STRANGERS = ['/en', '/en/signup', '/en/terms-of-service'] as const;

/** An element or a text, as both drawings can be compared. */
type Drawn =
  | string
  | {
      readonly tag: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly children: readonly Drawn[];
    };

// @proves 2.94 2.96 2.99
test('the first views of members are what React draws', async ({ page }) => {
  await signIn(page, DEMO_MEMBER);
  for (const path of MEMBERS) await compareDrawings(page, path);
});

// @proves 2.94 2.99
test('the first views of strangers are what React draws', async ({ page }) => {
  for (const path of STRANGERS) await compareDrawings(page, path);
});

async function compareDrawings(page: Page, path: string): Promise<void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const first = await drawingOf(page, '[role=main]');
  const header = await drawingOf(page, '#first-view-frame > header');
  expect(await page.locator('#root').isHidden(), path).toBe(true);
  release();
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('[role=main]')).toHaveCount(0);
  const [expected, drawn] = withoutSkeletons(first, await drawingOf(page, 'main > div'));
  expect(drawn, path).toEqual(expected);
  expect(await drawingOf(page, '#root header'), path).toEqual(header);
}

test.describe('the header before any script on a phone', () => {
  test.use(PHONE);
});

/** Holds the scripts of all parts back until they are released, but for what shows the first view. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(REACT_SCRIPTS, async (route) => {
    await held.promise;
    // A later hold comes first and passes on to this one.
    await route.fallback();
  });
  return held.resolve;
}

/** The content of a landmark, with ids as React has them. */
function drawingOf(page: Page, selector: string): Promise<readonly Drawn[]> {
  return page.locator(selector).evaluate((main) => {
    const prefix = 'first-view-';
    const drawnOf = (node: Node): Drawn => {
      if (!(node instanceof Element)) return node.textContent ?? '';
      node.normalize();
      const attributes = [...node.attributes].map(({ name, value }) => [
        name,
        value.replaceAll(prefix, ''),
      ]);
      return {
        tag: node.localName,
        attributes: Object.fromEntries(attributes),
        children: [...node.childNodes].map(drawnOf),
      };
    };
    return [...main.childNodes].map(drawnOf);
  });
}

const isSkeleton = (node: Drawn | undefined): boolean =>
  typeof node === 'object' &&
  (node.attributes['aria-busy'] === 'true' || /\bui-skeleton\b/.test(node.attributes.class ?? ''));

/** Both drawings without the places where the first view has a skeleton. */
function withoutSkeletons(
  first: readonly Drawn[],
  drawn: readonly Drawn[],
): readonly [readonly Drawn[], readonly Drawn[]] {
  if (first.length === 1 && isSkeleton(first[0])) return [[], []];
  // Where React has other elements around a skeleton, they are not compared.
  const at = first.findIndex(isSkeleton);
  if (at !== -1) {
    const rest = first.length - at - 1;
    const [before, drawnBefore] = withoutSkeletons(first.slice(0, at), drawn.slice(0, at));
    const [after, drawnAfter] = withoutSkeletons(
      first.slice(at + 1),
      rest > 0 && drawn.length === first.length ? drawn.slice(at + 1) : [],
    );
    return drawn.length === first.length
      ? [
          [...before, ...after],
          [...drawnBefore, ...drawnAfter],
        ]
      : [before, drawnBefore];
  }
  const pairs = first.map((node, index) => withoutSkeleton(node, drawn[index]));
  return [
    pairs.map(([node]) => node),
    [...pairs.map(([, node]) => node), ...drawn.slice(first.length)] as Drawn[],
  ];
}

function withoutSkeleton(
  first: Drawn,
  drawn: Drawn | undefined,
): readonly [Drawn, Drawn | undefined] {
  if (typeof first !== 'object' || typeof drawn !== 'object') return [first, drawn];
  const [children, drawnChildren] = withoutSkeletons(first.children, drawn.children);
  // A notification that leads out of the portal becomes a link with React.
  const isLater = first.tag === 'span' && drawn.tag === 'a';
  return [
    { ...first, children },
    { ...(isLater ? first : drawn), children: drawnChildren },
  ];
}
