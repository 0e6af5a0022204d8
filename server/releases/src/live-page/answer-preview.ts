import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerText } from '@portal/delivery-model/page/message';
import { cspHash, PAGE_HEADERS } from '@portal/delivery-model/page/policy';
import { PREVIEW_PATH } from '@portal/delivery-model/preview/badge';
import { endPreviewCookie, previewCookie } from '@portal/delivery-model/preview/cookie';
import { PREVIEW_TOKEN_MAX_LENGTH } from '@portal/delivery-model/preview/preview';
import { readFields } from '@portal/server-platform/http/forms';
import { keepPace } from '@portal/shared-process/body-pace';
import type { ReleaseContext } from '../context.ts';
import type { Previews } from './previews.ts';

/** No server or log sees what is behind the `#`. A person presses the button: no link alone begins a preview. */
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

const BEGIN_PAGE: {
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

const BODY_MAX_BYTES = PREVIEW_TOKEN_MAX_LENGTH + 100;

type Context = Pick<ReleaseContext, 'config' | 'clock'>;

/** Answers at `/preview`: begins and ends previews, by forms that must come from the portal's own pages. */
export async function answerPreview(
  { config, clock }: Context,
  previews: Previews,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    for (const [name, value] of Object.entries(BEGIN_PAGE.headers)) response.setHeader(name, value);
    response.end(request.method === 'HEAD' ? undefined : BEGIN_PAGE.body);
    return;
  }
  const secure = config.portalOrigin.startsWith('https:');
  if (request.headers.origin !== config.portalOrigin) {
    refuse(
      response,
      'The form does not come from a page of this portal.',
      'Open the address again.',
    );
    return;
  }
  keepPace(request);
  const form = await readFields(request, BODY_MAX_BYTES);
  if (!form) {
    response.setHeader('connection', 'close');
    refuse(response, 'The form is too large, or came too slowly.', 'Open the whole address again.');
    return;
  }
  if (form.has('end')) {
    goOn(response, endPreviewCookie({ secure }));
    return;
  }
  const token = form.get('token') ?? '';
  const checked = await previews.check(token);
  if ('code' in checked) refuse(response, checked.reason, checked.remedy);
  else {
    const seconds = Math.ceil((checked.expires.getTime() - clock.now().getTime()) / 1000);
    goOn(response, previewCookie(token, { secure, seconds }));
  }
}

function refuse(response: ServerResponse, reason: string, remedy: string): void {
  answerText(response, 403, `${reason}\n${remedy}\n`);
}

function goOn(response: ServerResponse, cookie: string): void {
  answerText(response, 303, '', { location: '/', 'set-cookie': cookie });
}
