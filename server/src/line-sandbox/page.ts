import type { Locale } from '@portal/shared-contract';
import { html } from 'hono/html';
import type { Html } from '../idp/pages/layout.ts';
import { sandboxChoice, sandboxPages } from '../sandbox-page.ts';
import type { LinePerson } from './people.ts';

const TEXTS = {
  ja: {
    title: 'LINEログイン（お試し用）',
    lead: (service: string) => `${service} が、次の情報へのアクセスを求めています。`,
    scopes: ['ユーザー識別子', 'プロフィール情報（表示名）', 'メールアドレス'],
    who: 'どなたとして続けますか？',
    allow: '許可する',
    cancel: 'キャンセル',
    note: 'これはお試し環境のための画面で、実際のLINEではありません。',
    expired: 'この画面の有効期限が切れました。はじめからやり直してください。',
  },
  en: {
    title: 'LINE Login (sandbox)',
    lead: (service: string) => `${service} would like to have:`,
    scopes: ['Your user identifier', 'Your profile (display name)', 'Your e-mail address'],
    who: 'Continue as',
    allow: 'Allow',
    cancel: 'Cancel',
    note: 'This page belongs to the trial environment. It is not the real LINE.',
    expired: 'This page has expired. Please start again.',
  },
} as const;

const PAGES = sandboxPages(
  {
    ground: '#e6f6ec',
    ink: '#10261a',
    quietInk: '#46594e',
    line: '#6b8576',
    mark: '#056b30',
    accent: '#06c755',
    onAccent: '#000000',
  },
  'ul { padding-left: 1.25rem; }',
);
export const STYLE_HASH = PAGES.styleHash;

/** Who signs in, and whether the service may know it. */
export function consentPage(
  locale: Locale,
  view: {
    readonly action: string;
    readonly service: string;
    readonly people: readonly LinePerson[];
  },
): Html {
  const text = TEXTS[locale];
  return document(
    locale,
    html`<h1>${text.title}</h1>
<p>${text.lead(view.service)}</p>
<ul>${text.scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
<form method="post" action="${view.action}">
<fieldset><legend>${text.who}</legend>
${view.people.map(({ subject, name }, index) => sandboxChoice('person', subject, name, index))}
</fieldset>
<button class="first" name="decision" value="allow">${text.allow}</button>
<button name="decision" value="cancel">${text.cancel}</button>
</form>
<p class="note">${text.note}</p>`,
  );
}

/** For a page that is no longer good for anything. */
export function expiredPage(locale: Locale): Html {
  const text = TEXTS[locale];
  return document(locale, html`<h1>${text.title}</h1><p>${text.expired}</p>`);
}

const document = (locale: Locale, body: Html): Html =>
  PAGES.document({ locale, title: TEXTS[locale].title, body });
