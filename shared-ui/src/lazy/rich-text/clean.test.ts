import { cleanHtml } from './clean.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

function shown(html: string): string {
  const place = document.createElement('div');
  place.append(cleanHtml(html));
  return place.innerHTML;
}

test.each([
  ['keeps its paragraphs', '<p>One</p><p><strong>Two</strong></p>'],
  ['keeps its lists', '<ul><li>One</li></ul><ol start="3"><li>Two</li></ol>'],
  ['keeps an embedded image', `<img src="${PIXEL}" alt="Sweets">`],
  ['keeps a link into the portal', '<p>See <a href="/account?tab=1">here</a>.</p>'],
  ['keeps a mailto link', '<p>Please <a href="mailto:a@example.com">write</a>.</p>'],
])('%s', (_, html) => {
  expect(shown(html)).toBe(html);
});

// @proves 15.3
test.each(['https://example.com/a?b=1', 'http://example.com/'])(
  'opens %s in a new tab without opener and referrer',
  (address) => {
    expect(shown(`Go <a href="${address}" target="_top" rel="opener">out</a>`)).toBe(
      `Go <a href="${address}" target="_blank" rel="noopener noreferrer">out</a>`,
    );
  },
);

// @proves 15.1 15.2 15.3
test.each([
  ['a frameset', '<frameset><frame src="/x"></frameset><p>x</p>', '<p>x</p>'],
  ['a frameset in a page', '<html><head></head><frameset></frameset><p>x</p>', '<p>x</p>'],
  ['a script', '<script>alert(1)</script>', ''],
  ['an event handler', '<p onclick="alert(1)">x</p>', '<p>x</p>'],
  ['a javascript: URL', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['a disguised javascript: URL', '<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
  ['a protocol-relative URL', '<a href="//evil.example/">x</a>', '<a>x</a>'],
  ['a backslash URL', '<a href="/\\evil.example/">x</a>', '<a>x</a>'],
  ['a data: URL in a link', '<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['an external image', '<img src="https://evil.example/x.png">', ''],
  ['an external image in srcset', '<img srcset="https://evil.example/x.png 2x">', ''],
  ['a style', '<p style="background:url(//evil.example)">x</p>', '<p>x</p>'],
  ['a stylesheet', '<style>p{color:red}</style><p>x</p>', '<p>x</p>'],
  ['id, name and class', '<p id="root" name="x" class="y">x</p>', '<p>x</p>'],
  ['a form', '<form action="/x"><input name="a"><b>x</b></form>', '<b>x</b>'],
  ['a frame', '<iframe srcdoc="<script>1</script>"></iframe>', ''],
  ['SVG with scripts', '<svg><script>1</script><a href="javascript:1">x</a></svg>', ''],
  ['MathML with scripts', '<math><mtext><img src=x onerror=alert(1)></mtext></math>', ''],
  ['a second h1', '<h1>x</h1>', 'x'],
])('removes %s', (_, html, left) => {
  expect(shown(html)).toBe(left);
});

test.each([
  ['in its paragraph', '<p>One</p><p> <a href="/account"', '>Here</a> </p>'],
  ['in its item', '<ul><li><b><a href="/account"', '>Here</a></b></li></ul>'],
  ['in the text', '<a href="/account"', '>Here</a>'],
])('marks a link that is alone %s', (_, before, after) => {
  expect(shown(before + after)).toBe(`${before} data-alone=""${after}`);
});

test.each([
  '<p>See <b><a href="/account">here</a></b>.</p>',
  '<p>One</p>See <a href="/account">here</a>',
])('does not mark a link in a sentence: %s', (html) => {
  expect(shown(html)).toBe(html);
});

test('wraps tables in a frame that scrolls, by keyboard too', () => {
  expect(shown('<table><tbody><tr><td>x</td></tr></tbody></table>')).toBe(
    '<div tabindex="0" data-scrolls=""><table><tbody><tr><td>x</td></tr></tbody></table></div>',
  );
});
