import { composePage } from '../page/compose.ts';
import { PAGE_TEXTS, remoteDocument, shellDocument } from '../testing/documents.ts';
import { portalConfig } from '../testing/portal-config.ts';
import type { PagePreview } from './page-preview.ts';

const XSS = '"><script>alert(1)</script>';
const PREVIEW: PagePreview = {
  preview: 'pr-12',
  shown: [{ part: 'account', version: '1.0.0+3f2a9c01d5e7' }],
  expires: new Date('2026-11-22T12:15:00Z'),
  until: { ja: '2026.11.22 21:15（日本時間）', en: '2026.11.22 9:15 PM (Japan time)' },
};

const pageWith = (changes: Partial<PagePreview> = {}) =>
  composePage({
    config: portalConfig(),
    shell: { base: '/remotes/shell/', release: shellDocument(), texts: PAGE_TEXTS },
    remotes: { account: { base: '/remotes/account/', release: remoteDocument('account') } },
    preview: { ...PREVIEW, ...changes },
  })['index.html'] as { body: string; headers: Record<string, string> };

// @proves 7.788
test('the badge says in both languages what is shown until when, and ends it', () => {
  const [badge = ''] = /<aside .*<\/aside>/.exec(pageWith().body) ?? [];
  const says = (locale: string) =>
    new RegExp(`<span lang="${locale}">(.*?)</span>`).exec(badge)?.[1]?.replace(/<[^>]+>/g, '');
  expect(says('ja')).toBe(
    'プレビュー pr-12: account は 1.0.0+3f2a9c01d5e7 です。このブラウザーだけに、2026.11.22 21:15（日本時間）まで表示します。',
  );
  expect(says('en')).toBe(
    'Preview pr-12: account is 1.0.0+3f2a9c01d5e7, in this browser alone, until 2026.11.22 9:15 PM (Japan time).',
  );
  expect(badge).toContain('<form method="post" action="/preview"><button name="end"');
  expect(badge).toContain('Go back to what is live</span></button>');
});

// @proves 7.788
test('no name becomes markup or script', () => {
  const { body } = pageWith({ preview: XSS, shown: [{ part: XSS, version: XSS }] });
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain(XSS);
});

// @proves 7.771
test('the script of a developer runs after the boot script, within the policy', () => {
  const { body, headers } = pageWith({ script: 'follow()' });
  expect(body).toContain(`<script>${PAGE_TEXTS.boot}\nfollow()</script>`);
  expect(headers['content-security-policy']).not.toBe(
    pageWith().headers['content-security-policy'],
  );
});
