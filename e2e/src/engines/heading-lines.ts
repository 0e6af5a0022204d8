import type { Tab } from './tab.ts';

/**
 * The headings that a page shows, each with `|` where a line of it ends. Texts of one block are read together. The
 * page cannot be used any more.
 */
export const headingLines = (page: Tab): Promise<string[]> => page.evaluate(readLines, undefined);

/** Runs in the page. WebKit knows no place of a part of a text, so each letter becomes an element of its own. */
function readLines(): string[] {
  const texts: Text[] = [];
  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    const nodes = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) texts.push(nodes.currentNode as Text);
  }
  const letters = texts.flatMap((text) => {
    const spans = [...text.data].map((letter) => {
      const span = document.createElement('span');
      span.textContent = letter;
      return span;
    });
    // In a flexible box each would be an item.
    const whole = document.createElement('span');
    whole.append(...spans);
    text.replaceWith(whole);
    return spans;
  });
  const blocks = new Map<Element, { lines: string; left: number }>();
  for (const letter of letters) {
    let block = letter.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    const { left, width } = letter.getBoundingClientRect();
    // What only screen readers get is as narrow as can be.
    if (!block || block.clientWidth < 2 || width === 0) continue;
    const before = blocks.get(block) ?? { lines: '', left };
    const end = left < before.left ? '|' : '';
    blocks.set(block, { lines: before.lines + end + letter.textContent, left });
  }
  return [...blocks.values()].map(({ lines }) => lines.trim()).filter(Boolean);
}
