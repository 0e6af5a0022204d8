import type { Locale, TermsChanges, TermsPiece, TermsText } from '@portal/shared-contract';
import { diffArrays } from 'diff';

type Article = TermsText['articles'][number];
type Pair<Item> = { readonly before?: Item | undefined; readonly after?: Item | undefined };

/** Below this share of common characters, a text reads better crossed out and written anew. */
const LEAST_IN_COMMON = 0.5;
/** Bounds the work on two long texts that have little in common. */
const MOST_EDITS = 400;

/** Compares two versions of the terms, article by article and word by word. */
export function compareTerms(before: TermsText, after: TermsText, locale: Locale): TermsChanges {
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  return {
    compared: true,
    opening: piecesOf({ before: before.opening, after: after.opening }, words),
    articles: pairsOf(before.articles, after.articles, nameOf).map((pair) =>
      compareArticle(pair, words),
    ),
  };
}

/** The whole text, for a member whose accepted version is not kept. */
export function termsAsTheyAre({ opening, articles }: TermsText): TermsChanges {
  return {
    compared: false,
    opening: piece('kept', opening),
    articles: articles.map(({ title, paragraphs }) => ({
      changed: false,
      title: piece('kept', title),
      paragraphs: paragraphs.map((paragraph) => piece('kept', paragraph)),
    })),
  };
}

function compareArticle({ before, after }: Pair<Article>, words: Intl.Segmenter) {
  const renumbered = before && after && nameOf(before) === nameOf(after);
  const title = renumbered
    ? piece('kept', after.title)
    : piecesOf({ before: before?.title, after: after?.title }, words);
  const paragraphs = pairsOf(
    before?.paragraphs ?? [],
    after?.paragraphs ?? [],
    (paragraph) => paragraph,
  ).map((pair) => piecesOf(pair, words));
  return { changed: [title, ...paragraphs].some(hasChanged), title, paragraphs };
}

/** The title without its number: the articles behind a new one move up by one and stay what they were. */
const nameOf = ({ title }: Article) => title.replace(/\d+/g, '');

const hasChanged = (pieces: readonly TermsPiece[]) =>
  pieces.some(({ change }) => change !== 'kept');
const piece = (change: TermsPiece['change'], text: string): TermsPiece[] => [{ change, text }];

/** Those of both lists in order; where some were replaced, each beside the one in its place. */
function pairsOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Pair<Item>[] {
  const pairs: Pair<Item>[] = [];
  const [left, right] = [[...before], [...after]];
  let [removed, added]: [Item[], Item[]] = [[], []];
  const pairReplaced = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      pairs.push({ before: removed[at], after: added[at] });
    }
    [removed, added] = [[], []];
  };
  for (const part of diffArrays(before.map(keyOf), after.map(keyOf))) {
    if (part.removed) removed = left.splice(0, part.count);
    else if (part.added) added = right.splice(0, part.count);
    else {
      pairReplaced();
      const kept = right.splice(0, part.count);
      pairs.push(
        ...left.splice(0, part.count).map((one, at) => ({ before: one, after: kept[at] })),
      );
    }
  }
  pairReplaced();
  return pairs;
}

function piecesOf({ before, after }: Pair<string>, words: Intl.Segmenter): TermsPiece[] {
  if (before === after) return piece('kept', after ?? '');
  const rewritten = [
    ...(before === undefined ? [] : piece('removed', before)),
    ...(after === undefined ? [] : piece('added', after)),
  ];
  if (before === undefined || after === undefined) return rewritten;
  const pieces = diffArrays(wordsOf(before, words), wordsOf(after, words), {
    maxEditLength: MOST_EDITS,
    comparator: (one, other) => one.trimEnd() === other.trimEnd(),
  })?.map(
    ({ added, removed, value }): TermsPiece => ({
      change: added ? 'added' : removed ? 'removed' : 'kept',
      text: value.join(''),
    }),
  );
  const common = lengthOf(pieces?.filter(({ change }) => change === 'kept'));
  const isAlike = common >= LEAST_IN_COMMON * Math.max(before.length, after.length);
  return pieces && isAlike ? pieces : rewritten;
}

/** The words of a text, each with the space behind it: a space alone is nothing that two texts have in common. */
function wordsOf(text: string, words: Intl.Segmenter): string[] {
  const list: string[] = [];
  for (const { segment } of words.segment(text)) {
    if (segment.trim() === '') list.push(`${list.pop() ?? ''}${segment}`);
    else list.push(segment);
  }
  return list;
}

const lengthOf = (pieces: readonly TermsPiece[] = []) =>
  pieces.reduce((sum, { text }) => sum + text.length, 0);
