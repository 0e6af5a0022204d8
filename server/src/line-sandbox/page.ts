import type { Locale } from '@portal/shared-contract';
import { html, raw } from 'hono/html';
import type { Html } from '../idp/pages/layout.ts';
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

export type ConsentFrame = { readonly locale: Locale; readonly nonce: string };

/** Who signs in, and whether the service may know it. */
export function consentPage(
  { locale, nonce }: ConsentFrame,
  view: {
    readonly action: string;
    readonly service: string;
    readonly people: readonly LinePerson[];
  },
): Html {
  const text = TEXTS[locale];
  return document(
    { locale, nonce },
    html`<h1>${text.title}</h1>
<p>${text.lead(view.service)}</p>
<ul>${text.scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
<form method="post" action="${view.action}">
<fieldset><legend>${text.who}</legend>
${view.people.map(
  ({ subject, name }, index) => html`<label><input type="radio" name="person" value="${subject}"
 ${index === 0 ? raw('checked') : ''}> ${name}</label>`,
)}
</fieldset>
<button class="allow" name="decision" value="allow">${text.allow}</button>
<button name="decision" value="cancel">${text.cancel}</button>
</form>
<p class="note">${text.note}</p>`,
  );
}

/** For a page that is no longer good for anything. */
export function expiredPage(frame: ConsentFrame): Html {
  const text = TEXTS[frame.locale];
  return document(frame, html`<h1>${text.title}</h1><p>${text.expired}</p>`);
}

function document({ locale, nonce }: ConsentFrame, body: Html): Html {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${TEXTS[locale].title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

/** Green, so that nobody takes it for a page of the portal. */
const STYLE = `
* { box-sizing: border-box; }
html { background: #e6f6ec; color: #10261a; font: 100%/1.7 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; }
body { margin: 0; padding: 1rem; }
main { max-width: 25rem; margin: 2rem auto; padding: 1.5rem; background: #ffffff; border-top: 0.5rem solid #06c755; border-radius: 0.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
ul { padding-left: 1.25rem; }
fieldset { margin: 1rem 0; padding: 0.5rem 1rem; border: 1px solid #6b8576; border-radius: 0.5rem; }
label { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; }
input { width: 1.25rem; height: 1.25rem; accent-color: #056b30; }
button { width: 100%; min-height: 2.75rem; margin-top: 0.75rem; font: inherit; font-weight: 700; color: inherit; background: #ffffff; border: 1px solid #6b8576; border-radius: 0.5rem; cursor: pointer; }
.allow { background: #06c755; border-color: #06c755; color: #000000; }
:focus-visible { outline: 3px solid #10261a; outline-offset: 2px; }
.note { margin: 1.5rem 0 0; font-size: 0.875rem; color: #46594e; }
`;
