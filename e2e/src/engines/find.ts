import type { Role } from './tab.ts';

/** A text as Playwright matches it; `source` and `flags` are those of a regular expression. */
export type TextMatch =
  | { readonly text: string; readonly exact: boolean }
  | { readonly source: string; readonly flags: string };

/** One step from what has been found to what is sought within it. */
export type Step =
  | { readonly by: 'role'; readonly role: Role; readonly name?: TextMatch; readonly level?: number }
  | { readonly by: 'label' | 'text' | 'filter'; readonly match: TextMatch }
  | { readonly by: 'css'; readonly selector: string }
  | { readonly by: 'first' | 'last' };

/** What is read here of `@testing-library/dom`, which knows roles and names. */
type Queries = {
  queryAllByRole(within: Element, role: string, options: object): Element[];
  queryAllByLabelText(within: Element, match: (text: string) => boolean): Element[];
};

/** Runs in the page, where the library is. Finds what Playwright finds by the same steps, in the order of the page. */
export function findInPage(steps: readonly Step[]): Element[] {
  const { TestingLibraryDom: queries } = window as unknown as { TestingLibraryDom: Queries };
  // The marks of phrases are no letters.
  const plain = (text: string | null) =>
    (text ?? '')
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const matches = (match: TextMatch) => (text: string | null) => {
    if ('source' in match) return new RegExp(match.source, match.flags).test(plain(text));
    const wanted = plain(match.text);
    return match.exact
      ? plain(text) === wanted
      : plain(text).toLowerCase().includes(wanted.toLowerCase());
  };
  const within =
    (step: Step) =>
    (element: Element): Element[] => {
      if (step.by === 'css') return [...element.querySelectorAll(step.selector)];
      if (step.by === 'role') {
        const { role, name, level } = step;
        const options = { ...(name && { name: matches(name) }), ...(level && { level }) };
        return queries.queryAllByRole(element, role, options);
      }
      if (step.by === 'label') return queries.queryAllByLabelText(element, matches(step.match));
      if (step.by !== 'text') return [];
      // The innermost that has all of the text.
      const has = matches(step.match);
      return [...element.querySelectorAll(':not(script, style)')].filter(
        (one) => has(one.textContent) && ![...one.children].some((child) => has(child.textContent)),
      );
    };
  let found: Element[] = [document.documentElement];
  for (const step of steps) {
    if (step.by === 'first') found = found.slice(0, 1);
    else if (step.by === 'last') found = found.slice(-1);
    else if (step.by === 'filter') {
      const has = matches(step.match);
      found = found.filter((one) => has(one.textContent));
    } else found = [...new Set(found.flatMap(within(step)))];
  }
  return found;
}
