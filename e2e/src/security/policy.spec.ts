import type { Page } from '@playwright/test';
import { expectContent } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

test.describe('the content security policy stops', () => {
  const ran = (page: Page) => page.evaluate(() => Reflect.get(window, 'ran'));

  test.beforeEach(async ({ page, errors }) => {
    errors.allow(/Content Security Policy|policy (script-src|require-trusted|trusted-types)/i);
    errors.allow(/TrustedScript|TrustedHTML|TrustedScriptURL|Not in the page's registry|csp/);
    await page.goto('/terms-of-service');
    await expectContent(page);
  });

  test('text that is turned into code or markup, or is that of a script element', async ({
    page,
  }) => {
    const outcomes = await page.evaluate(async () => {
      // The test's own call may evaluate text; a later task of the page may not.
      await new Promise((resolve) => setTimeout(resolve));
      const attempts: (() => unknown)[] = [
        () => {
          const script = document.createElement('script');
          script.text = 'window.ran = true';
          document.head.append(script);
        },
        // biome-ignore lint/security/noGlobalEval: this is what must not work
        () => window.eval('window.ran = true'),
        () => new Function('window.ran = true')(),
        () => window.setTimeout('window.ran = true' as unknown as () => void, 0),
        () => {
          document.body.innerHTML = '<img src=x onerror="window.ran = true">';
        },
        () => document.write('<script>window.ran = true</script>'),
        () => document.createRange().createContextualFragment('<script>window.ran = true</script>'),
      ];
      return attempts.map((attempt) => {
        try {
          attempt();
          return 'accepted';
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(outcomes).not.toContain('accepted');
    expect(await ran(page)).toBeUndefined();
  });

  test('a script whose address the registry does not list', async ({ page, portal }) => {
    const outcomes = await page.evaluate(async (origin) => {
      const addresses = [
        'https://evil.example/a.js',
        `${origin}/remotes/shell/evil.0123456789.js`,
        `${origin}/latest.json`,
        'data:text/javascript,window.ran=true',
        'blob:evil',
      ];
      return Promise.all(
        addresses.map(async (address) => {
          try {
            const script = document.createElement('script');
            script.src = address;
            document.head.append(script);
            return 'accepted';
          } catch (error) {
            return (error as Error).name;
          }
        }),
      );
    }, portal.portal);
    expect(outcomes).not.toContain('accepted');
    const loaded = await page.evaluate(() =>
      window.portal.load('https://evil.example/a.js').then(
        () => 'loaded',
        (error: Error) => error.message,
      ),
    );
    expect(loaded).toContain("Not in the page's registry");
    expect(await ran(page)).toBeUndefined();
  });
});
