import { expect, type Locator, type Page } from '@playwright/test';

/** What a member does with the keyboard alone. */
export type Keyboard = {
  /** Presses Tab until something has the focus. */
  readonly reach: (target: Locator) => Promise<void>;
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** Picks one radio button of a group. */
  readonly choose: (choice: Locator) => Promise<void>;
  readonly press: (button: Locator) => Promise<void>;
};

const MOST_TABS = 60;

/** The keyboard alone: Tab from wherever the focus is, then the keys. */
export function keyboard(page: Page): Keyboard {
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Not reached by pressing Tab ${MOST_TABS} times: ${target}`);
  }
  return {
    reach,
    async write(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    async choose(choice) {
      // In a group with nothing checked, Tab stops at its first button; the arrows go on from there.
      const group = page.locator(`input[name="${await choice.getAttribute('name')}"]`);
      await reach(group.and(page.locator(':checked')).or(group.first()).first());
      await page.keyboard.press('Space');
      for (let moves = 0; moves < MOST_TABS && !(await choice.isChecked()); moves += 1) {
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
