import { engineOf } from './browser-engine.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = '(iPhone; CPU iPhone OS 16_6 like Mac OS X)';

// @proves 7.200
test.each([
  [
    'Chrome',
    `Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36`,
    'chromium',
    '156',
  ],
  [
    'Edge',
    `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`,
    'chromium',
    '140',
  ],
  [
    'Chrome on a Mac',
    `Mozilla/5.0 (Macintosh) ${APPLE} Chrome/140.0 Safari/537.36`,
    'chromium',
    '140',
  ],
  [
    'Firefox',
    'Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Firefox/115.0',
    'gecko',
    '115',
  ],
  [
    'Safari on an iPhone',
    `Mozilla/5.0 ${IPHONE} ${APPLE} Version/16.6 Mobile/15E148 Safari/604.1`,
    'webkit',
    '16',
  ],
  [
    'Safari 26, whose system says 18',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/26.1 Safari/604.1`,
    'webkit',
    '26',
  ],
  [
    'Safari on a Mac',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/17.4 Safari/605.1.15`,
    'webkit',
    '17',
  ],
  [
    'WebKit on Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${APPLE} Version/16.0 Safari/605.1.15`,
    'webkit',
    '16',
  ],
  [
    'Chrome on an iPhone',
    `Mozilla/5.0 ${IPHONE} ${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'webkit',
    '16',
  ],
  ['an app on an iPhone', `Mozilla/5.0 ${IPHONE} ${APPLE} Mobile/15E148 Line/13.0`, 'webkit', '16'],
  [
    'an old Chrome',
    'Mozilla/5.0 (Linux; Android 6) Chrome/49.0 Safari/537.36',
    'chromium',
    'older',
  ],
  ['another program', 'curl/8.0', 'other', 'unknown'],
  ['no user agent', undefined, 'other', 'unknown'],
])('names the engine of %s', (_, userAgent, engine, version) => {
  expect(engineOf(userAgent)).toEqual({ engine, version });
});

// @proves 7.200
test('user agents of a forger make no more labels than there are versions', () => {
  const labels = new Set<string>();
  for (let number = 0; number < 20_000; number += 1) {
    for (const name of [
      'Chrome',
      'HeadlessChrome',
      'Firefox',
      `iPhone Version`,
      `iPhone OS ${number}_ Chrome`,
    ])
      labels.add(JSON.stringify(engineOf(`${name}/${number}`)));
    labels.add(JSON.stringify(engineOf(`Firefox/${'9'.repeat(number % 300)}`)));
    labels.add(JSON.stringify(engineOf(`Chrome/00${number}`)));
  }
  expect(labels.size).toBeLessThan(330);
});
