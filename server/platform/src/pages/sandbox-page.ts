import { createHash } from 'node:crypto';
import type { Locale } from '@portal/shared-contract';
import { html, raw } from 'hono/html';
import type { Html } from './layout.ts';

/** Very different from the portal's colours, so that nobody mistakes a sandbox for the portal. */
export type SandboxColours = {
  readonly ground: string;
  readonly ink: string;
  readonly quietInk: string;
  readonly line: string;
  readonly mark: string;
  /** The colour of the page's top edge and the first button, and of the text on it. */
  readonly accent: string;
  readonly onAccent: string;
};

export type SandboxPage = { readonly locale: Locale; readonly title: string; readonly body: Html };

/**
 * The document around the pages of a sandbox, a heading, a form with one `.first` button, a `.note`; and the SHA-256
 * of its styles in Base64, for the Content-Security-Policy.
 */
export function sandboxPages(colours: SandboxColours, more = '') {
  const style = styleOf(colours) + more;
  return {
    styleHash: createHash('sha256').update(style).digest('base64'),
    document: ({ locale, title, body }: SandboxPage): Html => html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body><main>${body}</main></body>
</html>`,
  };
}

/** One option of a form; the first is selected. */
export const sandboxChoice = (name: string, value: string, label: string, index: number): Html =>
  html`<label><input type="radio" name="${name}" value="${value}"
 ${index === 0 ? raw('checked') : ''}> ${label}</label>`;

const styleOf = ({ ground, ink, quietInk, line, mark, accent, onAccent }: SandboxColours) => `
* { box-sizing: border-box; }
html { background: ${ground}; color: ${ink}; font: 100%/1.7 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; }
body { margin: 0; padding: 1rem; }
main { max-width: 25rem; margin: 2rem auto; padding: 1.5rem; background: #ffffff; border-top: 0.5rem solid ${accent}; border-radius: 0.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
fieldset { margin: 1rem 0; padding: 0.5rem 1rem; border: 1px solid ${line}; border-radius: 0.5rem; }
label { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; }
input { width: 1.25rem; height: 1.25rem; accent-color: ${mark}; }
button { width: 100%; min-height: 2.75rem; margin-top: 0.75rem; font: inherit; font-weight: 700; color: inherit; background: #ffffff; border: 1px solid ${line}; border-radius: 0.5rem; cursor: pointer; }
.first { background: ${accent}; border-color: ${accent}; color: ${onAccent}; }
:focus-visible { outline: 3px solid ${ink}; outline-offset: 2px; }
.note { margin: 1.5rem 0 0; font-size: 0.875rem; color: ${quietInk}; }
`;
