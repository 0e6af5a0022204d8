/**
 * The portal's look (ui.md) for pages that must work alone: no script, no font, no second file.
 * The colours are those of shared-ui's preset, and LINE's green: white letters, as LINE has them,
 * have too little contrast on it, so ours are black.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #faf8f5;
  --surface: #ffffff;
  --ink: #23201c;
  --ink-muted: #5b544b;
  --line: #ded7cd;
  --outline: #857b6f;
  --accent: #35348a;
  --accent-hover: #29286e;
  --accent-on: #ffffff;
  --danger: #a8231b;
  --danger-soft: #fcebe8;
  --line-green: #06c755;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171512;
    --surface: #211e1a;
    --ink: #f3eee6;
    --ink-muted: #beb5a8;
    --line: #3d3831;
    --outline: #8f8578;
    --accent: #b7b5f3;
    --accent-hover: #cac8f8;
    --accent-on: #1a1946;
    --danger: #ffb3aa;
    --danger-soft: #45211d;
  }
}
* { box-sizing: border-box; }
html {
  background: var(--paper);
  color: var(--ink);
  font: 100%/1.75 system-ui, -apple-system, "Hiragino Sans", "Hiragino Kaku Gothic ProN",
    "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic", Meiryo, sans-serif;
  -webkit-text-size-adjust: 100%;
}
:lang(ja) { line-break: strict; word-break: auto-phrase; }
:lang(en) { line-height: 1.6; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; overflow-wrap: anywhere; }
header { padding: 1rem; text-align: center; }
.brand {
  display: inline-flex; align-items: center; min-height: 2.75rem;
  font-size: 1.125rem; font-weight: 700; color: var(--accent); text-decoration: none;
}
main { width: 100%; max-width: 27rem; margin: 0 auto; padding: 0 1rem 2rem; flex: 1; }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; padding: 1.5rem;
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.4; text-wrap: balance; }
p { margin: 0 0 1rem; }
.field { margin: 0 0 1.25rem; }
label { display: block; font-weight: 500; margin-bottom: 0.25rem; }
input {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--outline); border-radius: 0.625rem;
}
input[aria-invalid=true] { border: 2px solid var(--danger); }
.forgotten { margin: 0.25rem 0 0; }
.forgotten a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.with-button { display: flex; gap: 0.5rem; }
.with-button input { flex: 1; min-width: 0; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem;
  padding: 0.5rem 1rem; font: inherit; font-weight: 500; border-radius: 0.625rem;
  border: 1px solid var(--outline); background: var(--surface); color: var(--ink);
  text-decoration: none; cursor: pointer;
}
button[hidden], form[hidden] { display: none; }
.primary { width: 100%; background: var(--accent); border-color: var(--accent); color: var(--accent-on); }
.primary:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.wide { width: 100%; }
.line { width: 100%; background: var(--line-green); border-color: var(--line-green); color: #000000; font-weight: 700; }
.line:hover { text-decoration: underline; }
.notice {
  margin: 0 0 1.25rem; padding: 0.75rem 1rem; border-radius: 0.625rem;
  border: 1px solid var(--line); background: var(--paper);
}
.gap-above { margin-top: 1rem; }
.others { margin: 1.75rem 0 0.5rem; font-size: 1rem; }
.ways { margin: 0.75rem 0 0; padding: 0; list-style: none; display: grid; gap: 0.75rem; }
button:disabled { color: var(--ink-muted); cursor: default; }
.gap { margin: 1.5rem 0 0.5rem; text-align: center; color: var(--ink-muted); }
.quiet { white-space: nowrap; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.summary {
  margin: 0 0 1.25rem; padding: 0.75rem 1rem; border-radius: 0.625rem;
  border: 1px solid var(--danger); background: var(--danger-soft);
}
.summary h2 { margin: 0; font-size: 1rem; line-height: 1.5; color: var(--danger); }
.summary p, .summary ul { margin: 0.25rem 0 0; padding: 0; list-style: none; }
.summary a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.summary a, .error { color: var(--danger); }
.error { margin: 0.25rem 0 0; font-weight: 500; }
.below { margin: 1.25rem 0 0; text-align: center; }
.below p { margin: 0; color: var(--ink-muted); }
.below a { display: inline-flex; align-items: center; min-height: 2.75rem; }
footer { padding: 0 1rem 1.5rem; text-align: center; }
footer a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.reference { margin: 1rem 0 0; font-size: 0.875rem; color: var(--ink-muted); }
@media (forced-colors: active) { .card, .summary, button, .button { border: 1px solid; } }
@media (min-width: 40rem) { main { padding-top: 2rem; } .card { padding: 2rem; } }
`;
