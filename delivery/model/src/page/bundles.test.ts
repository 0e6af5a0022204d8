import { createContext, runInContext } from 'node:vm';
import { fileName, INTEGRITY, remoteDocument, shellDocument } from '../testing/documents.ts';
import { routeBundles, shellBundle } from './bundles.ts';

const TEXTS = 'main.0123456789.ja.abcdef0123.json';

function parts() {
  const contents = new Map([
    [fileName('main'), '"use strict";\n(globalThis.ran ??= []).push("main")'],
    [fileName('dialog'), 'ran.push("dialog")'],
    [TEXTS, '{"hello":["こんにちは </script>"]}'],
  ]);
  const released = { integrity: INTEGRITY, size: 1, brotli: 1 };
  const shell = {
    base: '/remotes/shell/',
    release: shellDocument({
      scripts: [fileName('before'), fileName('main')],
      lazyShared: { dialog: [fileName('dialog')] },
      files: { [fileName('main')]: released, [TEXTS]: released },
    }),
    contents,
  };
  const remote = {
    base: '/remotes/offers/',
    release: remoteDocument('offers', {
      rows: {
        '/offers': {
          files: [fileName('screen')],
          guard: 'session',
          layout: 'default',
          consumes: ['dialog'],
          firstView: {
            visitor: 'member',
            ja: fileName('ja'),
            en: fileName('en'),
            files: [fileName('screen'), fileName('cards')],
          },
        },
      },
    }),
    contents: new Map([
      // As webpack writes a container: a global variable.
      [
        fileName('entry'),
        'var mfe_offers; (() => { "use strict"; ran.push("entry"); mfe_offers = 1; })()',
      ],
      [fileName('screen'), '"use strict";\nran.push(typeof (function () { return this; })())'],
      [fileName('cards'), 'ran.push("cards") // the end'],
    ]),
  };
  return { shell, remote };
}

// @proves 16.937
test('bundles run what they hold in its order, with the texts of the language before it', () => {
  const { shell, remote } = parts();
  const start = shellBundle(shell);
  const of = { path: '/offers', locale: 'ja' } as const;
  const { route, next } = routeBundles(shell, remote, 'offers', of);
  expect([start, route, next].map((one) => one?.bundle.holds)).toEqual([
    [`/remotes/shell/${fileName('main')}`],
    [
      `/remotes/shell/${TEXTS}`,
      `/remotes/shell/${fileName('dialog')}`,
      `/remotes/offers/${fileName('entry')}`,
      `/remotes/offers/${fileName('screen')}`,
    ],
    [`/remotes/offers/${fileName('cards')}`],
  ]);
  expect(route?.bundle.file).toMatch(/^\/app\/route\.offers\.ja\.[0-9a-f]{10}\.js$/);
  const texts: unknown[] = [];
  const page = createContext({ portal: { addTexts: (all: unknown[]) => texts.push(...all) } });
  for (const one of [start, route, next]) runInContext(one?.body ?? '', page);
  expect(page.ran).toEqual(['main', 'dialog', 'entry', 'undefined', 'cards']);
  expect(page.mfe_offers).toBe(1);
  expect(texts).toEqual([
    { remote: undefined, locale: 'ja', messages: { hello: ['こんにちは </script>'] } },
  ]);
});

test('what cannot be read is in no bundle, and neither is what stands with it', () => {
  const { shell, remote } = parts();
  remote.contents.delete(fileName('screen'));
  const of = { path: '/offers', locale: 'en' } as const;
  const { route, next } = routeBundles(shell, remote, 'offers', of);
  expect([route, next?.bundle.holds.length]).toEqual([undefined, 1]);
  expect(shellBundle({ ...shell, contents: undefined })).toBeUndefined();
});
