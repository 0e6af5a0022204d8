import { previewText } from './preview-text.ts';

// @proves 3.18
test.each([
  ['<p>One</p><p>Two</p>', 'One Two'],
  ['One<br>Two<BR/>Three', 'One Two Three'],
  ['Before<img src="data:image/png;base64,AAAA" alt="Sweets">after', 'Beforeafter'],
  ['<ul><li>One</li><li>Two</li></ul>', 'One Two'],
  [
    'a &lt;b&gt; &amp; &hellip;&nbsp;c &#12354;&#x3044; &unknown; &#9999999;',
    'a <b> & … c あい &unknown; &#9999999;',
  ],
  ['<script>alert(1)</script><style>p{}</style>Hello<script>never closed', 'Hello'],
  ['<!-- <p>hidden</p> -->Shown', 'Shown'],
  ['<p>お知らせ<strong>です</strong>。</p>', 'お知らせです。'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['cut off <a href="', 'cut off'],
  ['', ''],
])('the preview of %s is “%s”', (html, text) => {
  expect(previewText(html)).toBe(text);
});
