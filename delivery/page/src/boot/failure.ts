import type { Locale } from '@portal/shared-contract';

/** The only texts outside the catalogs, for when not even the catalogs could be loaded. */
const WORDS = {
  ja: {
    heading: 'ページを表示できません',
    text: 'しばらくしてから、もう一度お試しください。',
    offline: '通信の状態をご確認のうえ、もう一度お試しください。',
    reload: '再読み込み',
    home: 'ホームに戻る',
  },
  en: {
    heading: 'This page cannot be shown',
    text: 'Wait a moment and try again.',
    offline: 'Check your connection and try again.',
    reload: 'Reload the page',
    home: 'Back to Home',
  },
} as const;

/** The error screen of a portal that could not start. It needs no other file, and a later shell draws over it. */
export function showFailure(document: Document, locale: Locale): void {
  const root = document.getElementById('root');
  if (!root) {
    // A file can fail before the page is parsed.
    document.addEventListener('DOMContentLoaded', () => showFailure(document, locale));
    return;
  }
  const words = WORDS[locale];
  const main = element('main', 'sk-main');
  // The gate looks for this mark (docs/decisions/0037-gate.md).
  main.dataset.errorScreen = '';
  const heading = element('h1', '', words.heading);
  heading.tabIndex = -1;
  const reload = element('button', '', words.reload);
  // A reload ends the requests that are still waiting, and asks for the page of the live release.
  reload.addEventListener('click', () => window.location.reload());
  const home = element('a', '', words.home);
  home.href = locale === 'en' ? '/en/my-page' : '/my-page';
  const ways = element('p', '');
  ways.append(reload);
  // Not back to what has failed.
  if (home.pathname !== window.location.pathname) ways.append(' ', home);
  main.append(heading, element('p', '', navigator.onLine ? words.text : words.offline), ways);

  document.getElementById('skeleton')?.remove();
  document.title = words.heading;
  root.replaceChildren(main);
  heading.focus();

  function element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    className: string,
    text = '',
  ): HTMLElementTagNameMap[Name] {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
  }
}
