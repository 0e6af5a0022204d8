import {
  FONT_FAMILY,
  LINE_GREEN,
  LINE_GREEN_TEXT,
  LINE_HEIGHTS,
  RADII,
  TARGET_SIZE,
  withColorVariables,
} from '@portal/shared-contract/brand-values';

/** The style of the sign-in pages, which load no font and no second file. */
export const PAGE_STYLE = withColorVariables(`
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
html {
  background: var(--paper);
  color: var(--ink);
  font: 100%/${LINE_HEIGHTS.body} ${FONT_FAMILY};
  -webkit-text-size-adjust: 100%;
}
:lang(ja) { line-break: strict; word-break: auto-phrase; }
:lang(en) { line-height: ${LINE_HEIGHTS.latin}; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; overflow-wrap: anywhere; }
header { padding: 1rem; text-align: center; }
.brand {
  display: inline-flex; align-items: center; min-height: ${TARGET_SIZE};
  font-size: 1.125rem; font-weight: 700; color: var(--accent); text-decoration: none;
}
main { width: 100%; max-width: 27rem; margin: 0 auto; padding: 0 1rem 2rem; flex: 1; }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: ${RADII.lg}; padding: 1.5rem;
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: ${LINE_HEIGHTS.tight}; text-wrap: balance; }
p { margin: 0 0 1rem; }
.field { margin: 0 0 1.25rem; }
label { display: block; font-weight: 500; margin-bottom: 0.25rem; }
input {
  width: 100%; min-height: ${TARGET_SIZE}; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--outline); border-radius: ${RADII.md};
}
input[aria-invalid=true] { border: 2px solid var(--danger); }
.forgotten { margin: 0.25rem 0 0; }
.forgotten a { display: inline-flex; align-items: center; min-height: ${TARGET_SIZE}; }
.with-button { display: flex; gap: 0.5rem; }
.with-button input { flex: 1; min-width: 0; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: ${TARGET_SIZE};
  padding: 0.5rem 1rem; font: inherit; font-weight: 500; border-radius: ${RADII.md};
  border: 1px solid var(--outline); background: var(--surface); color: var(--ink);
  text-decoration: none; cursor: pointer;
}
button[hidden], form[hidden] { display: none; }
.primary { width: 100%; background: var(--accent); border-color: var(--accent); color: var(--accent-on); }
.primary:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.wide { width: 100%; }
.line { width: 100%; background: ${LINE_GREEN}; border-color: ${LINE_GREEN}; color: ${LINE_GREEN_TEXT}; font-weight: 700; }
.line:hover { text-decoration: underline; }
.notice {
  margin: 0 0 1.25rem; padding: 0.75rem 1rem; border-radius: ${RADII.md};
  border: 1px solid var(--line); background: var(--paper);
}
.gap-above { margin-top: 1rem; }
.others { margin: 1.75rem 0 0.5rem; font-size: 1rem; }
.methods { margin: 0.75rem 0 0; padding: 0; list-style: none; display: grid; gap: 0.75rem; }
button:disabled { color: var(--ink-muted); cursor: default; }
.gap { margin: 1.5rem 0 0.5rem; text-align: center; color: var(--ink-muted); }
.quiet { white-space: nowrap; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.summary {
  margin: 0 0 1.25rem; padding: 0.75rem 1rem; border-radius: ${RADII.md};
  border: 1px solid var(--danger); background: var(--danger-soft);
}
.summary h2 { margin: 0; font-size: 1rem; line-height: 1.5; color: var(--danger); }
.summary p, .summary ul { margin: 0.25rem 0 0; padding: 0; list-style: none; }
.summary a { display: inline-flex; align-items: center; min-height: ${TARGET_SIZE}; }
.summary a, .error { color: var(--danger); }
.error { margin: 0.25rem 0 0; font-weight: 500; }
.below { margin: 1.25rem 0 0; text-align: center; }
.below p { margin: 0; color: var(--ink-muted); }
.below a { display: inline-flex; align-items: center; min-height: ${TARGET_SIZE}; }
footer { padding: 0 1rem 1.5rem; text-align: center; }
footer a { display: inline-flex; align-items: center; min-height: ${TARGET_SIZE}; }
.reference { margin: 1rem 0 0; font-size: 0.875rem; color: var(--ink-muted); }
@media (forced-colors: active) { .card, .summary, button, .button { border: 1px solid; } }
@media (min-width: 40rem) { main { padding-top: 2rem; } .card { padding: 2rem; } }
`);
