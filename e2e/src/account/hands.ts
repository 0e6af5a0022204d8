import { expect, type Locator, type Page } from '@playwright/test';

/** What a member does things with. */
export type Hand = {
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** One of several. */
  readonly choose: (choice: Locator) => Promise<void>;
  readonly press: (button: Locator) => Promise<void>;
};

export const mouse: Hand = {
  write: (field, text) => field.fill(text),
  choose: (choice) => choice.check(),
  press: (button) => button.click(),
};

const MOST_STOPS = 60;

/** The keyboard alone: Tab from wherever the focus is, then the keys. */
export function keyboard(page: Page): Hand {
  async function reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Not reached with ${MOST_STOPS} times Tab: ${target}`);
  }
  return {
    async write(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    async choose(choice) {
      // Of a group with nothing chosen Tab stops at the first or the last; the arrows go on from there.
      const group = page.locator(`input[name="${await choice.getAttribute('name')}"]`);
      await reach(group.and(page.locator(':checked')).or(group.first()).first());
      await page.keyboard.press('Space');
      for (let stop = 0; stop < MOST_STOPS && !(await choice.isChecked()); stop += 1) {
        await page.keyboard.press('ArrowDown');
      }
    },
    async press(button) {
      await expect(button).not.toHaveAttribute('aria-disabled');
      await reach(button);
      await page.keyboard.press('Enter');
    },
  };
}
