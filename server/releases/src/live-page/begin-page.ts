import { cspHash, PAGE_HEADERS } from '@portal/delivery-model/page/policy';
import { PREVIEW_PATH } from '@portal/delivery-model/preview/badge';

/**
 * The token is behind the `#`, which no server and no log sees, and leaves the address at once. The
 * button is pressed by a person, so that no link alone changes what a browser shows.
 */
const SCRIPT = [
  "const token=/^#token=([\\w.-]+)$/.exec(location.hash)?.[1]??'';",
  "history.replaceState(null,'',location.pathname);",
  "document.getElementById('token').value=token;",
  "document.getElementById(token?'begin':'missing').hidden=false;",
  "if(navigator.languages[0]?.startsWith('en'))document.documentElement.lang='en';",
].join('');
const STYLES = [
  ':root{color-scheme:light dark}body{max-width:36rem;margin:2rem auto;padding:0 1rem;',
  'font:1rem/1.6 system-ui,sans-serif}button{min-height:2.75rem;padding:.25rem 1rem;font:inherit}',
  'html:lang(ja) [lang=en],html:lang(en) [lang=ja]{display:none}',
].join('');

const both = (ja: string, en: string) => `<span lang="ja">${ja}</span><span lang="en">${en}</span>`;

const BODY = [
  '<!doctype html><html lang="ja"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width,initial-scale=1">',
  '<meta name="robots" content="noindex"><link rel="icon" href="data:,">',
  `<title>プレビュー / Preview</title><style>${STYLES}</style></head><body><main>`,
  `<h1>${both('プレビュー', 'Preview')}</h1>`,
  `<form id="begin" method="post" action="${PREVIEW_PATH}" hidden>`,
  `<p>${both(
    'このブラウザーだけに、公開していない版を表示します。自分で作ったリンクか、チームから受け取ったリンクのときだけ続けてください。',
    'This browser alone will show a version that is not live. Go on only if you made this link yourself, or have it from your team.',
  )}</p><input type="hidden" id="token" name="token">`,
  `<button>${both('表示する', 'Show it')}</button></form>`,
  `<p id="missing" hidden>${both(
    'このリンクには必要な情報がありません。<code>portal</code> コマンドが表示したアドレス全体を開いてください。',
    'This link is not whole. Open the whole address that the <code>portal</code> command has printed.',
  )}</p>`,
  '<noscript><p>JavaScript を有効にしてください。<span>Turn on JavaScript.</span></p></noscript>',
  `</main><script>${SCRIPT}</script></body></html>\n`,
].join('');

/** The page on which a browser begins a preview: the same for everybody. */
export const BEGIN_PAGE: {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
} = {
  body: BODY,
  headers: {
    ...PAGE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // `no-referrer` would take the form's Origin away, which is checked.
    'referrer-policy': 'same-origin',
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${cspHash(SCRIPT)}`,
      `style-src ${cspHash(STYLES)}`,
      'img-src data:',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  },
};
