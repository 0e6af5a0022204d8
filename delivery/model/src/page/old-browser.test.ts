import { StageReportsSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import { PAGE_TEXTS, shellDocument } from '../testing/documents.ts';
import { portalConfig } from '../testing/portal-config.ts';
import { composePage } from './compose.ts';
import { OLD_BROWSER_STYLES, oldBrowserHtml, oldBrowserScript } from './old-browser.ts';
import { filesBase, type Registry } from './registry.ts';

const registry: Registry = {
  config: portalConfig(),
  shell: {
    base: filesBase('shell'),
    release: shellDocument({ browsers: { chrome: '109', ios: '16.4', opera: '95' } }),
    texts: PAGE_TEXTS,
  },
  remotes: {},
};

const script = oldBrowserScript(registry);
const sent: string[][] = [];
afterEach(() => sent.splice(0));

/** Runs the script in a browser with these parts; returns the class that the page then has. */
function classAfter(root: object, regExp: unknown = RegExp): string {
  const documentElement = { className: '', ...root };
  function FakeRequest() {
    const request: string[] = [];
    const add = (...parts: string[]) => request.push(...parts);
    sent.push(request);
    return { open: add, send: add };
  }
  new Function('document', 'RegExp', 'XMLHttpRequest', script)(
    { documentElement },
    regExp,
    FakeRequest,
  );
  return documentElement.className;
}

// @proves 2.680
test('the first script of the page marks a browser that is too old, and no other', () => {
  const withoutLookbehind = () => {
    throw new SyntaxError('invalid group specifier name');
  };
  expect(classAfter({ inert: false })).toBe('');
  expect(classAfter({})).toBe('too-old');
  expect(classAfter({ inert: false }, withoutLookbehind)).toBe('too-old');
  expect(script).not.toMatch(/=>|`|\b(let|const|class)\b|\?\./);
  const { body = '' } = composePage(registry)['index.html'] ?? {};
  expect(body.indexOf(script)).toBe(body.indexOf('<script>') + '<script>'.length);
});

// @proves 7.201
test('a browser that is too old is counted, and no other', () => {
  classAfter({ inert: false });
  expect(sent).toEqual([]);
  classAfter({});
  const [[method, url, body = ''] = []] = sent;
  expect([method, url]).toEqual(['POST', `${registry.config.apiUrl}/telemetry`]);
  const { version } = registry.shell.release;
  expect(v.parse(StageReportsSchema, JSON.parse(body))).toEqual([
    { remote: 'shell', version, stage: 'too-old' },
  ]);
});

// @proves 2.680
test('its words name the oldest browsers of the live shell in both languages', () => {
  const words = oldBrowserHtml(registry);
  expect(words).toContain('iPhone・iPad（iOS） 16.4、Chrome 109。');
  expect(words).toContain('iPhone and iPad (iOS) 16.4, Chrome 109.');
  const { release } = registry.shell;
  const { browsers: _, ...older } = release;
  expect(oldBrowserHtml({ ...registry, shell: { ...registry.shell, release: older } })).not.toMatch(
    /Chrome|バージョン/,
  );
  expect(composePage(registry)['index.html']?.body).toContain(OLD_BROWSER_STYLES);
});

// @proves 10.680
test('a link leads to the passports, but at another identity provider', () => {
  const { idpUrl } = registry.config.idp;
  expect(oldBrowserHtml(registry)).toContain(`<a href="${idpUrl}/passports?ui_locale=ja">`);
  const { config } = registry;
  const endpoints = {
    authorization: 'https://other.example/authorize',
    token: 'https://other.example/token',
  };
  const other = { ...config, idp: { ...config.idp, endpoints } } as Registry['config'];
  expect(oldBrowserHtml({ ...registry, config: other })).not.toContain('<a ');
});
