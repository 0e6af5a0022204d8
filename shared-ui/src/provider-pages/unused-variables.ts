/** The last one of a block has no semicolon. */
const DEFINITION = /^[ \t]*(--[\w\\.-]+):[^;{}]*(?:;\n?|(?=\n\s*\}))/gm;

/** Takes the custom properties out of a sheet that nothing in it uses. */
export function withoutUnusedVariables(css: string): string {
  const used = new Set(css.match(/(?<=var\()--[\w\\.-]+/g));
  const kept = css.replace(DEFINITION, (definition, name) => (used.has(name) ? definition : ''));
  // One that was used only by the definition of another is unused now.
  return kept === css ? css : withoutUnusedVariables(kept);
}
