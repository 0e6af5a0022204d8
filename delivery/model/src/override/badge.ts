import { escapeHtml } from '@portal/shared-brand/look/escape-html';
import { withColorVariables } from '@portal/shared-contract/brand-values';
import type { PageOverride } from './page-override.ts';

/** The address that begins and ends an override. */
export const OVERRIDE_PATH = '/override';

/**
 * Above the portal in the page's flow, so that it covers nothing. It brings its own colors, since a page of
 * any release of the shell has it.
 */
export const BADGE_STYLES: string = withColorVariables(
  [
    '#portal-override{box-sizing:border-box;display:flex;flex-wrap:wrap;align-items:center;',
    'gap:.25rem 1rem;padding:.5rem 1rem;background:var(--po-warning-soft);color:var(--po-ink);',
    'border-bottom:2px solid var(--po-warning);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}',
    '#portal-override p,#portal-override form{margin:0}#portal-override p{flex:1 1 16rem}',
    '#portal-override button{min-height:2.75rem;padding:.25rem 1rem;border:2px solid var(--po-warning);',
    'border-radius:.5rem;background:var(--po-surface);color:var(--po-ink);font:inherit;cursor:pointer}',
    '#portal-override button:focus-visible{outline:3px solid var(--po-focus);outline-offset:2px}',
    'html:not(:lang(en)) #portal-override [lang=en],',
    'html:lang(en) #portal-override [lang=ja]{display:none}',
  ].join(''),
  { prefix: 'po', memberChoosesTheme: true },
);

/** Says what this browser sees until when, with a button that ends it, in both languages. */
export function badgeHtml({ preview, shown, expires, until: moments }: PageOverride): string {
  const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`;
  const versions = shown.map(
    ({ part, local, version }) => [strong(part), strong(local ?? version)] as const,
  );
  const ja = versions.map(([part, what]) => `${part} は ${what}`).join('、');
  const en = versions.map(([part, what]) => `${part} is ${what}`).join(', ');
  const titles =
    preview === undefined
      ? { ja: '開発用の表示', en: 'For developers' }
      : { ja: `プレビュー ${strong(preview)}`, en: `Preview ${strong(preview)}` };
  const until = (locale: 'ja' | 'en') =>
    `<time datetime="${expires.toISOString()}">${escapeHtml(moments[locale])}</time>`;
  return [
    '<aside id="portal-override" aria-labelledby="portal-override-says">',
    '<p id="portal-override-says">',
    `<span lang="ja">${titles.ja}: ${ja} です。このブラウザーだけに、${until('ja')}まで表示します。</span>`,
    `<span lang="en">${titles.en}: ${en}, in this browser alone, until ${until('en')}.</span>`,
    '</p>',
    `<form method="post" action="${OVERRIDE_PATH}"><button name="end" value="1">`,
    '<span lang="ja">公開中の表示に戻す</span><span lang="en">Go back to what is live</span>',
    '</button></form></aside>',
  ].join('');
}
