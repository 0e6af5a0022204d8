import { markupText, parseMarkup } from './markup.ts';

const read = (text: string) => markupText(parseMarkup(text));

test('keeps what screens are drawn with', () => {
  const html =
    '<div class="[&amp;_a]:x"><a href="/en/account">a &amp; b</a><svg viewBox="0 0 1 1"><path d="M1"></path></svg><br></div>';
  expect(read(html)).toBe(html);
});

// @proves 2.98
test.each([
  ['a script', '<script>alert(1)</script>'],
  ['an image', '<img src="x">'],
  ['a form', '<form action="/x"></form>'],
  ['a handler', '<p onclick="x()">a</p>'],
  ['a style', '<p style="position:fixed">a</p>'],
  ['the address of another site', '<a href="https://example.com/">a</a>'],
  ['an address without a scheme', '<a href="//example.com/">a</a>'],
  ['an address that only looks like a path', '<a href="/\\example.com/">a</a>'],
  ['a script as an address', '<a href="javascript:alert(1)">a</a>'],
  ['an encoded script as an address', '<a href="&#x6a;avascript:alert(1)">a</a>'],
  ['a target', '<a href="/x" target="_blank">a</a>'],
  ['an address of an icon', '<svg><use href="/x"></use></svg>'],
  ['a button that submits', '<button type="submit">a</button>'],
  ['an id of the page', '<p id="root">a</p>'],
  ['a comment', '<!-- a -->'],
  ['an end without a beginning', '</div>'],
  ['a beginning without an end', '<div>'],
  ['an end of the template', '<div></template></div>'],
  ['quotes of another kind', "<p class='a'>a</p>"],
])('refuses %s', (_, html) => {
  expect(() => read(html)).toThrow();
});
