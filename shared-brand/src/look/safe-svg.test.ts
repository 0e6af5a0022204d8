import { SVG_MAX_LENGTH, svgProblem } from './safe-svg.ts';

const picture = (content: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"${more}>${content}</svg>`;

// @proves 16.61
test.each([
  ['a path', picture('<path d="M0 0h32v32z" fill="currentColor"/>')],
  [
    'what drawing programs write',
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by hand -->\n${picture(
      '<defs><style>.a{fill:url(#g)}</style><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><g style="fill: url(#g)"><use xlink:href="#x"/></g><title>A &amp; B</title>',
      ' xmlns:xlink="http://www.w3.org/1999/xlink"',
    )}\n`,
  ],
  [
    'a document type without entities',
    `<?xml version="1.0"?>\n<!-- Generator: Illustrator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${picture('')}`,
  ],
])('takes %s', (_, svg) => {
  expect(svgProblem(svg)).toBeUndefined();
});

// @proves 16.61
test.each([
  ['a script', picture('<script>alert(1)</script>'), 'it has a <script>'],
  ['a script of another spelling', picture('<SCRIPT/>'), 'it has a <SCRIPT>'],
  [
    'a style with references to characters',
    picture('<style>a{fill:ur&#108;(https://x.example)}</style>'),
    'a style loads or hides something',
  ],
  [
    'parts that repeat parts that repeat parts',
    picture(
      Array.from({ length: 8 }, (_, level) => {
        const use = `<use href="#l${level}"/>`;
        return `<g id="l${level + 1}">${use}${use}</g>`;
      }).join(''),
    ),
    'it repeats its parts more than 15 times',
  ],
  ...['mask', 'MASK', 'mask-image', 'clip-path/**/'].flatMap(
    (property): [string, string, string][] => [
      [
        `a class of many parts with ${property}`,
        picture(`<style>.a{${property}:url(#m)}</style>${'<path class="a"/>'.repeat(20)}`),
        'a style loads or hides something',
      ],
      [
        `a style with ${property}`,
        picture(`<path style="${property}: url(#m)"/>`),
        'style leads out of the picture or hides something',
      ],
    ],
  ),
  ['HTML', picture('<foreignObject><p>x</p></foreignObject>'), 'it has a <foreignObject>'],
  ['an animation', picture('<animate attributeName="href"/>'), 'it has a <animate>'],
  [
    'a picture from outside',
    picture('<image href="https://x.example/p.png"/>'),
    'it has a <image>',
  ],
  ['a handler', picture('<path onload="alert(1)"/>'), 'it has a script in onload'],
  ['a handler of the root', picture('', ' onload="alert(1)"'), 'it has a script in onload'],
  ['a reference', picture('<use href="https://x.example/#a"/>'), 'href leads out of the picture'],
  [
    'an older reference',
    picture('<use xlink:href="data:image/svg+xml,x"/>'),
    'xlink:href leads out of the picture',
  ],
  [
    'a style',
    picture('<path style="fill:url(https://x.example)"/>'),
    'style leads out of the picture or hides something',
  ],
  [
    'an escaped style',
    picture('<path style="fill:\\75rl(https://x.example)"/>'),
    'style leads out of the picture or hides something',
  ],
  [
    'an attribute in entities',
    picture('<path fill="u&#114;l(https://x.example)"/>'),
    'fill leads out of the picture or hides something',
  ],
  ['an import', picture('<style>@import "x";</style>'), 'a style loads or hides something'],
  [
    'an entity',
    `<!DOCTYPE svg [<!ENTITY x "y">]>${picture('')}`,
    'its <!DOCTYPE> defines something: save it as plain SVG',
  ],
  [
    'letters of a font',
    picture('<text>a</text>'),
    'it has a <text>: turn text into paths, and save it as plain SVG',
  ],
  [
    'what Inkscape keeps for itself',
    picture('<sodipodi:namedview/>'),
    'it has a <sodipodi:namedview>: save it as plain SVG',
  ],
  ['a section', picture('<![CDATA[x]]>'), 'it cannot be read from “<![CDATA[x]]></svg>”'],
  ['another document', '<html></html>', 'it does not begin with <svg>'],
  [
    'a picture that no browser shows as an image',
    '<svg viewBox="0 0 1 1"></svg>',
    'its <svg> has no xmlns="http://www.w3.org/2000/svg"',
  ],
  [
    'a long one',
    picture(' '.repeat(SVG_MAX_LENGTH)),
    `it has more than ${SVG_MAX_LENGTH} characters`,
  ],
])('refuses %s', (_, svg, problem) => {
  expect(svgProblem(svg)).toBe(problem);
});
