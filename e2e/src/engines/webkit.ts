import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/chrome.js';
import type { Visitor } from './visitor.ts';

const WAIT_MS = 20_000;
const WINDOW = { x: 0, y: 0, width: 1280, height: 1000 };

type Options = {
  readonly baseURL: string;
  /** `host:port` of its proxy for HTTP. */
  readonly proxy: string;
};

/** Opens Debian's WebKitGTK, in Japanese and in a display of its own. */
export async function openWebKit(
  program: string,
  { baseURL, proxy }: Options,
): Promise<{ readonly visitor: Visitor; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-webkit-'));
  const display = await openDisplay();
  const env = { ...process.env, ...(await japanese(folder)), DISPLAY: display.name };
  // Nothing in it is of Chrome: each driver takes its port in the same way.
  const service = new ServiceBuilder(program).setEnvironment(env).build();
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      proxy: { proxyType: 'manual', httpProxy: proxy, noProxy: [] },
      'webkitgtk:browserOptions': { args: ['--automation'] },
    })
    .build();
  await driver.manage().setTimeouts({ script: WAIT_MS, pageLoad: WAIT_MS });
  await driver.manage().window().setRect(WINDOW);
  return {
    visitor: visitorOf(driver, baseURL),
    async close() {
      await driver.quit();
      await service.kill();
      await display.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function visitorOf(driver: WebDriver, baseURL: string): Visitor {
  const visible = async (xpath: string): Promise<WebElement | undefined> => {
    for (const element of await driver.findElements(By.xpath(xpath))) {
      // It may be gone by now.
      if (await element.isDisplayed().catch(() => false)) return element;
    }
    return undefined;
  };
  /** Acts when there is something to act upon, again where the page has moved on or something lies over it. */
  const whenThere = async (xpath: string, act: (element: WebElement) => Promise<void>) => {
    await driver.wait(
      async () => {
        const element = await visible(xpath);
        return (
          element &&
          act(element).then(
            () => true,
            () => false,
          )
        );
      },
      WAIT_MS,
      xpath,
    );
  };
  return {
    goto: (path) => driver.get(new URL(path, baseURL).href),
    click: (xpath) => whenThere(xpath, (element) => element.click()),
    // The keyboard of a display without one types 2 for @. React follows the value that an element's class sets.
    fill: (xpath, text) =>
      whenThere(xpath, (element) =>
        driver.executeScript(
          `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(...arguments);
          arguments[0].dispatchEvent(new Event('input', { bubbles: true }));`,
          element,
          text,
        ),
      ),
    isVisible: async (xpath) => (await visible(xpath)) !== undefined,
    async evaluate<R, A>(script: (given: A) => R | Promise<R>, given: A) {
      const { result, error } = await driver.executeAsyncScript<{ result: R; error?: string }>(
        `const done = arguments[1];
        Promise.resolve(arguments[0]).then(${script}).then(
          (result) => done({ result }), (error) => done({ error: String(error) }));`,
        given ?? null,
      );
      if (error) throw new Error(error);
      return result;
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  };
}

/** The language that pages are told, as a locale made here: machines have few. */
async function japanese(folder: string): Promise<Record<string, string>> {
  const name = 'ja_JP.UTF-8';
  const made = spawn('localedef', ['-i', 'ja_JP', '-f', 'UTF-8', join(folder, name)]);
  const [code] = await once(made, 'exit');
  // 1 is a warning.
  if (code > 1) throw new Error("There is no locale ja_JP: Debian's package locales has it.");
  return { LOCPATH: folder, LC_ALL: name, LANGUAGE: 'ja_JP' };
}

/** A screen that nobody sees. */
async function openDisplay(): Promise<{ readonly name: string; close(): Promise<void> }> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  const number = server.stdio[3];
  if (!number) throw new Error('Xvfb has no pipe.');
  const [name] = await Promise.race([once(number, 'data'), ended]);
  return {
    name: `:${String(name).trim()}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}
