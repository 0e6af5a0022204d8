import { I18nProvider } from '@lingui/react';
import { activateLocale, i18n } from '@portal/shared-i18n';
import { NewPasswordField } from '@portal/shared-ui/forms';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { loadTexts } from '../testing/load-texts.ts';
import { followTranslation } from './translated-texts.ts';

let end: () => void;
beforeEach(async () => {
  await loadTexts('en');
  activateLocale('en');
  end = followTranslation();
});
afterEach(() => end());

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
);

/** Puts an element in the place of each text, as the translations of browsers do. */
async function translate(how: 'replaced' | 'wrapped' = 'replaced'): Promise<void> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    if (text.parentElement?.closest('font')) continue;
    const font = document.createElement('font');
    font.textContent = `«${text.data}»`;
    text.replaceWith(font);
    if (how === 'wrapped') font.replaceChildren(text);
  }
  // The observer is told in a microtask.
  await act(async () => {});
}

// @proves 2.694
test.each(['replaced', 'wrapped'] as const)(
  'a password is typed in a page whose texts a translation has %s, and its strength is seen',
  async (how) => {
    render(<NewPasswordField name="password" />, { wrapper });
    const field = screen.getByLabelText(/New password/);
    for (const [typed, words] of [
      ['a', 'Still too short'],
      ['aaaaaaa', 'Easy to guess'],
      [' plum 7 violet kettle', 'Very good'],
    ] as const) {
      await userEvent.type(field, typed);
      expect(document.body).toHaveTextContent(words);
      await translate(how);
      expect(document.body).toHaveTextContent(words);
    }
    await userEvent.clear(field);
    expect(document.body).not.toHaveTextContent('Very good');
  },
);
