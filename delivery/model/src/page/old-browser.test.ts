import { PAGE_TEXTS, shellDocument } from '../testing/documents.ts';
import { portalConfig } from '../testing/portal-config.ts';
import { composePage } from './compose.ts';
import { oldBrowserScript } from './old-browser.ts';
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
