import { expect, type Locator, type Page } from '@playwright/test';
import { keyboard } from '../support/keyboard.ts';
import { BINDING, recordAnnouncements } from './recorder.ts';

/** What differs between two runs, and what stands in its place in a transcript. */
export type Masks = ReadonlyArray<readonly [string | RegExp, string]>;

/** As the portal shows an address that is not all shown: its first and last letter are random. */
const MASKED_ADDRESS = [/\w\*{3}\w@/g, '***@'] as const;

const HEARD_MS = 10_000;
/** How long a step is heard once the transcript differs: the rest shows in the report. */
const AFTER_DIFFERENCE_MS = 2_000;

/**
 * Walks through a journey with the keyboard alone and compares what a screen reader says after each step with the
 * transcript, which has a line for each: what the member does, an arrow, and what is said. A step ends when exactly
 * that has been said; whatever comes later belongs to the next step, so that nothing is said unnoticed.
 */
export class Walk {
  private heard: string[] = [];
  private readonly lines: string[] = [];
  private readonly page: Page;
  private readonly expected: readonly string[];
  private readonly masks: Masks;

  private constructor(page: Page, transcript: string, masks: Masks) {
    this.page = page;
    this.expected = transcript.trim().split(/\s*\n\s*/);
    this.masks = masks;
  }

  /** Starts to listen; call it before the page opens anything. */
  static async begin(page: Page, transcript: string, masks: Masks = []): Promise<Walk> {
    const walk = new Walk(page, transcript, masks);
    await page.exposeBinding(BINDING, (_, line: string) => void walk.heard.push(line));
    await page.addInitScript(recordAnnouncements, BINDING);
    return walk;
  }

  /** Opens a page of the portal by its address. */
  open(path: `/${string}`): Promise<void> {
    return this.step(`open ${path}`, () => this.page.goto(path));
  }

  /** Tab to a button or link, and Enter. */
  async press(target: Locator): Promise<void> {
    const shown = target.first();
    await shown.waitFor();
    const name = await shown.evaluate((element) => (element as Element as Named).computedName);
    await this.step(name, () => keyboard(this.page).press(shown));
  }

  /** Tab to a field, and its text. What is said meanwhile is heard with the next step. */
  type(field: Locator, text: string): Promise<void> {
    return keyboard(this.page).write(field, text);
  }

  /** Tab to a group of radio buttons, and the arrows. */
  choose(choice: Locator): Promise<void> {
    return keyboard(this.page).choose(choice);
  }

  /** Tab to something that a key of its own operates. */
  reach(target: Locator): Promise<void> {
    return keyboard(this.page).reach(target);
  }

  /** Does something and hears what is said then. @param name what the member does */
  async step(name: string, act: () => Promise<unknown>): Promise<void> {
    await act();
    const at = this.lines.length;
    const same = this.lines.every((line, index) => line === this.expected[index]);
    const limit = Date.now() + (same && at in this.expected ? HEARD_MS : AFTER_DIFFERENCE_MS);
    let line = '';
    do {
      line = this.masked(`${name} → ${[...this.heard, ...(await this.lostFocus())].join(' · ')}`);
      if (line === this.expected[at]) break;
      await this.page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => undefined);
    } while (Date.now() < limit);
    this.lines.push(line);
    this.heard = [];
  }

  /** Compares all that was heard with the transcript. */
  end(): void {
    expect.soft(this.lines.join('\n')).toBe(this.expected.join('\n'));
  }

  /** The keyboard of a member whose focus is on nothing would start again at the top of the page. */
  private async lostFocus(): Promise<readonly string[]> {
    const isLost = await this.page
      .evaluate(() => document.activeElement === document.body && 'heardFocus' in window)
      .catch(() => false);
    return isLost ? ['focus on nothing'] : [];
  }

  private masked(line: string): string {
    // Of several titles of a page that loads, a screen reader says the last.
    const plain = line.replaceAll('\u200B', '').replace(/title “[^”]*” · (?=title “)/g, '');
    return [...this.masks, MASKED_ADDRESS]
      .reduce((text, [from, to]) => text.replaceAll(from, to), plain)
      .trim();
  }
}

type Named = Element & { readonly computedName: string };
