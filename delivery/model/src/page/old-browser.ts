import { escapeHtml } from '@portal/shared-brand/look/escape-html';
import type { StageReport } from '@portal/shared-contract';
import { withPassNames } from '@portal/shared-contract/pass-name';
import type { Registry } from './registry.ts';

/**
 * What stands in the page for a browser in which the portal does not run: one that is too old, and one in which no
 * script runs (docs/browsers.md).
 */

/**
 * The first thing in the page, in ES5: asks for what tells the oldest browsers from those before them, which are
 * lookbehind (Safari 16.4), `inert` (Firefox 112) and `findLast` (Chrome 97). The boot script then stops by itself, and
 * the server counts the page.
 */
export function oldBrowserScript({ config, shell }: Pick<Registry, 'config' | 'shell'>): string {
  const { version } = shell.release;
  const reports = [{ remote: 'shell', version, stage: 'too-old' }] satisfies StageReport[];
  return [
    "(function(d,x){try{new RegExp('(?<=a)b');if([].findLast&&'inert' in d)return}catch(e){}",
    "d.className='too-old';x=new XMLHttpRequest;",
    `x.open('POST',${inScript(`${config.apiUrl}/telemetry`)});x.send(${inScript(JSON.stringify(reports))})`,
    '})(document.documentElement)',
  ].join('');
}

const inScript = (text: string): string => JSON.stringify(text).replace(/</g, '\\u003c');

/**
 * The words stand at once where that script has found the browser too old. Where the boot script has not set the
 * layout within three seconds, it cannot be read or no script runs: then they stand by these styles alone.
 */
export const OLD_BROWSER_STYLES: string = [
  '#too-old{position:fixed;z-index:9;top:0;right:0;bottom:0;left:0;box-sizing:border-box;overflow:auto;',
  'padding:1rem;background:Canvas;color:CanvasText;font:1rem/1.6 system-ui,sans-serif;',
  'visibility:hidden;animation:too-old 0s 3s forwards}@keyframes too-old{to{visibility:visible}}',
  '#too-old>div{max-width:36rem;margin:1rem auto 2rem}#too-old b{font-size:1.25rem}',
  '#too-old a{display:inline-block;padding:.5rem 0;color:LinkText}',
  'html[data-layout]:not(.too-old) #too-old,.too-old #skeleton,.too-old #root{display:none}',
  '.too-old #too-old{visibility:visible;animation:none}',
].join('');

/** In the order in which members read them, by the name in a release's document. */
const NAMES = {
  ios: { ja: 'iPhone・iPad（iOS）', en: 'iPhone and iPad (iOS)' },
  chrome: { ja: 'Chrome', en: 'Chrome' },
  edge: { ja: 'Edge', en: 'Edge' },
  safari: { ja: 'Safari', en: 'Safari' },
  firefox: { ja: 'Firefox', en: 'Firefox' },
  samsung: { ja: 'Samsung Internet', en: 'Samsung Internet' },
} as const;

/** The words, in both languages, with a way to the passports where our own identity provider has it. */
export function oldBrowserHtml({ config, shell }: Registry): string {
  const { browsers = {} } = shell.release;
  const versions = (locale: 'ja' | 'en') =>
    Object.entries(NAMES)
      .filter(([name]) => browsers[name] !== undefined)
      .map(([name, words]) => `${words[locale]} ${browsers[name]}`)
      .join(locale === 'ja' ? '、' : ', ');
  const toPassports = withPassNames(
    {
      ja: '年間パスポートとQRコードだけを表示する',
      en: 'Show only my annual passports and their QR codes',
    },
    config.brand.passName,
  );
  const way = (locale: 'ja' | 'en') =>
    config.idp.endpoints
      ? ''
      : `<p><a href="${escapeHtml(config.idp.idpUrl)}/passports?ui_locale=${locale}">${toPassports[locale]}</a></p>`;
  const ja = versions('ja');
  const en = versions('en');
  return [
    '<div id="too-old"><div lang="ja"><p><b>このブラウザーではページを表示できません</b></p>',
    ja && `<p>次のバージョン以降のブラウザーでご利用いただけます：${ja}。</p>`,
    '<p>端末やブラウザーを更新してください。JavaScript を無効にしている場合は、有効にしてください。</p>',
    way('ja'),
    '</div><div lang="en"><p><b>This browser cannot show the page</b></p>',
    en && `<p>It works in these browsers and newer ones: ${en}.</p>`,
    '<p>Update your device or browser. If JavaScript is turned off, turn it on.</p>',
    way('en'),
    '</div></div>',
  ].join('');
}
