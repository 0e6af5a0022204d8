import type { Evaluates } from '../support/evaluates.ts';

/** What the journeys need of a browser in any engine. Elements are named by XPath; the first visible is meant. */
export type Visitor = Evaluates & {
  goto(path: string): Promise<unknown>;
  click(xpath: string): Promise<void>;
  fill(xpath: string, text: string): Promise<void>;
  isVisible(xpath: string): Promise<boolean>;
  screenshot(): Promise<Buffer>;
};

/** Texts have marks where a line may end, which are no letters. */
const PLAIN = "normalize-space(translate(., '\u200b\u00ad', ''))";

/** An element with a text or a name. */
export const named = (element: string, name: string): string =>
  `//${element}[${PLAIN}="${name}" or @aria-label="${name}"]`;

/** An element with a text in it. */
export const withText = (element: string, text: string): string =>
  `//${element}[contains(${PLAIN}, "${text}")]`;
