import type { Defence } from '../defence.ts';

const MARKUP = 'shared-release/src/page/first-view/markup.ts';
const MARKUP_TESTS = ['shared-release/src/page/first-view/markup.test.ts'];
const SHOWN = 'delivery/src/page/boot/first-view.ts';
const TESTS = ['delivery/src/page/boot/first-view.test.ts'];

/** What the page shows before React: what a release may put there, and who sees it. */
export const FIRST_VIEW: readonly Defence[] = [
  {
    name: 'first-view-tags',
    without: 'the first view of a release has a script, a form or a picture',
    file: MARKUP,
    changes: [['if (!TAGS.has(tag))', 'if (!TAGS)']],
    tests: MARKUP_TESTS,
    product: ['2.98'],
    asvs: ['1.2.1'],
  },
  {
    name: 'first-view-attributes',
    without: 'the first view of a release has handlers and styles',
    file: MARKUP,
    changes: [['if (!isKnown)', 'if (isKnown === undefined)']],
    tests: MARKUP_TESTS,
    product: ['2.98'],
    asvs: ['1.2.1'],
  },
  {
    name: 'first-view-addresses',
    without: 'the first view of a release leads to another site',
    file: MARKUP,
    changes: [["!(tag === 'a' && PATH.test(value))", "!(tag === 'a' && PATH)"]],
    tests: MARKUP_TESTS,
    product: ['2.98'],
    asvs: ['1.2.2'],
  },
  {
    name: 'first-view-ids',
    without: 'the first view of a release stands in for an element of the page',
    file: MARKUP,
    changes: [['!value.startsWith(FIRST_VIEW_ID)', '!FIRST_VIEW_ID']],
    tests: MARKUP_TESTS,
    product: ['2.98'],
  },
  {
    name: 'first-view-addresses-of-answers',
    without: 'a value of an answer changes where a link of the first view leads',
    file: 'delivery/src/page/boot/first-view-slots.ts',
    changes: [["name === 'href' ? encodeURIComponent : String", 'String']],
    tests: TESTS,
    product: ['2.98'],
    asvs: ['1.2.2'],
  },
  {
    name: 'first-view-status',
    without: 'the body of a refused call is shown to a member',
    file: SHOWN,
    changes: [
      [
        'answer.status === 200 ? answer.clone().json() : undefined',
        'answer.status ? answer.clone().json() : undefined',
      ],
    ],
    tests: TESTS,
    product: ['2.95'],
  },
  {
    name: 'first-view-member',
    without: 'the first view shows another member than the one whose session is stored',
    file: SHOWN,
    changes: [[' || (isMembers && id !== owner)', '']],
    tests: TESTS,
    product: ['2.95'],
  },
  {
    name: 'first-view-stored-member',
    without: 'the first view shows a member who has signed out while the answers came',
    file: SHOWN,
    changes: [['!content || member() !== owner', '!content']],
    tests: TESTS,
    product: ['2.95'],
    asvs: ['14.3.1'],
  },
  {
    name: 'first-view-sign-out',
    without: 'the first view goes on showing a member who signed out in another tab',
    file: SHOWN,
    changes: [['if (member() !== owner) end();', '']],
    tests: TESTS,
    product: ['2.95', '4.18'],
    asvs: ['14.3.1'],
  },
];
