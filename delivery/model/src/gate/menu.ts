import { FRAME_PARTS, LOCALES, type MenuRow, OTHERS_ORDER_MIN } from '@portal/shared-contract';
import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { type LiveReleases, othersThan } from './live-releases.ts';

/** Entries of the side menu lead to one address each, and stand in a group that has a name. */
export function menuProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  // The bench's monolith has the rows of all remotes, and nobody else's title.
  if (candidate.kind === 'monolith') return [];
  const parts = [candidate, ...othersThan(candidate.name, live)];
  return Object.entries(candidate.rows).flatMap(([path, { menu }]): ReleaseRefusal[] => {
    if (!menu) return [];
    if (/[:*]/.test(path)) {
      return [
        {
          code: 'menu.parameter',
          reason: `The side menu cannot lead to ${path}, which has a parameter.`,
          remedy: 'Take the entry from this row, or give it to a screen with one address.',
        },
      ];
    }
    const { group } = menu;
    const beyond =
      frameProblem(candidate.name, path, menu) ?? lookalike(candidate, path, menu, parts);
    if (beyond) return [beyond];
    const isNamed = parts.some((part) => part.name === group && 'title' in part && part.title);
    if (group === undefined || isNamed) return [];
    return [
      {
        code: 'menu.group',
        reason: `The entry of ${path} in the side menu stands in the group ${group}, and no live remote of that name has a title.`,
        remedy: 'Name the remote whose title is the caption of the group, or leave the group out.',
      },
    ];
  });
}

const askOperator = (path: string) =>
  `Leave it out, or ask the operator to grant it for ${path} with \`menu\` in brand.json (docs/brand.md).`;

/** What a part that is not of the frame may not decide about the menu of everybody. */
function frameProblem(part: string, path: string, menu: MenuRow): ReleaseRefusal | undefined {
  if (FRAME_PARTS.includes(part)) return undefined;
  const { tab, order, group } = menu;
  const [code, asks] = tab
    ? ['menu.tab', 'a place in the navigation']
    : order !== undefined && order < OTHERS_ORDER_MIN
      ? ['menu.order', `a place before ${OTHERS_ORDER_MIN}`]
      : group !== undefined && group !== part
        ? ['menu.others-group', `a place in the group ${group}`]
        : [];
  if (!code) return undefined;
  return { code, reason: `The entry of ${path} asks for ${asks}.`, remedy: askOperator(path) };
}

/** Words of the shell's own, beside those of rows. */
const FRAME_WORDS = [
  'Sign in',
  'Sign in again',
  'Log in',
  'Sign out',
  'Log out',
  'Sign up',
  'Menu',
  'Security',
  'Password',
  'ログイン',
  '再ログイン',
  'ログアウト',
  '会員登録',
  '新規登録',
  'メニュー',
  'セキュリティ',
  'パスワード',
];

/** Labels that look or read the same are one: full width, letters and digits alike, without spaces and signs. */
const folded = (label: string): string =>
  label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[1l]/g, 'i')
    .replaceAll('0', 'o');

function lookalike(
  candidate: ReleaseDocument,
  path: string,
  menu: MenuRow,
  parts: readonly ReleaseDocument[],
): ReleaseRefusal | undefined {
  if (FRAME_PARTS.includes(candidate.name)) return undefined;
  const others = parts
    .filter(({ name }) => name !== candidate.name)
    .flatMap((part) => [
      ...('title' in part && part.title ? [part.title] : []),
      // A screen that moves to another part keeps its words.
      ...Object.entries(part.rows).flatMap(([to, row]) =>
        row.menu && to !== path ? [row.menu] : [],
      ),
    ])
    .flatMap((label) => LOCALES.map((locale) => label[locale]));
  const taken = new Map([...FRAME_WORDS, ...others].map((label) => [folded(label), label]));
  const locale = LOCALES.find((one) => taken.has(folded(menu[one])));
  if (!locale) return undefined;
  return {
    code: 'menu.label',
    reason: `The entry of ${path}, “${menu[locale]}”, reads like “${taken.get(folded(menu[locale]))}”, which leads elsewhere.`,
    remedy: 'Give the entry words that say what is there.',
  };
}
