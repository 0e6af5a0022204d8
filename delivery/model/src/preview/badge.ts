import { escapeHtml } from '@portal/shared-brand/look/escape-html';
import { withColorVariables } from '@portal/shared-contract/brand-values';
import type { PagePreview } from './preview.ts';

export const PREVIEW_PATH = '/preview';

/**
 * Above the portal in the page's flow, so that it covers nothing. It brings its own colors, since a page of
 * any release of the shell has it.
 */
export const BADGE_STYLES: string = withColorVariables(
  [
    '#portal-preview{box-sizing:border-box;display:flex;flex-wrap:wrap;align-items:center;',
    'gap:.25rem 1rem;padding:.5rem 1rem;background:var(--po-warning-soft);color:var(--po-ink);',
    'border-bottom:2px solid var(--po-warning);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}',
    '#portal-preview p,#portal-preview form{margin:0}#portal-preview p{flex:1 1 16rem}',
    '#portal-preview button{min-height:2.75rem;padding:.25rem 1rem;border:2px solid var(--po-warning);',
    'border-radius:.5rem;background:var(--po-surface);color:var(--po-ink);font:inherit;cursor:pointer}',
    '#portal-preview button:focus-visible{outline:3px solid var(--po-focus);outline-offset:2px}',
    'html:not(:lang(en)) #portal-preview [lang=en],',
    'html:lang(en) #portal-preview [lang=ja]{display:none}',
  ].join(''),
  { prefix: 'po', memberChoosesTheme: true },
);

export function badgeHtml({ preview, shown, expires, until: moments }: PagePreview): string {
  const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`;
  const versions = shown.map(({ part, version }) => [strong(part), strong(version)] as const);
  const ja = versions.map(([part, what]) => `${part} は ${what}`).join('、');
  const en = versions.map(([part, what]) => `${part} is ${what}`).join(', ');
  const until = (locale: 'ja' | 'en') =>
    `<time datetime="${expires.toISOString()}">${escapeHtml(moments[locale])}</time>`;
  return [
    '<aside id="portal-preview" aria-labelledby="portal-preview-says">',
    '<p id="portal-preview-says">',
    `<span lang="ja">プレビュー ${strong(preview)}: ${ja} です。このブラウザーだけに、${until('ja')}まで表示します。</span>`,
    `<span lang="en">Preview ${strong(preview)}: ${en}, in this browser alone, until ${until('en')}.</span>`,
    '</p>',
    `<form method="post" action="${PREVIEW_PATH}"><button name="end" value="1">`,
    '<span lang="ja">公開中の表示に戻す</span><span lang="en">Go back to what is live</span>',
    '</button></form></aside>',
  ].join('');
}
