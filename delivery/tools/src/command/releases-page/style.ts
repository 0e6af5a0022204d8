/** The style of the page of releases. It has the colors of the system, light and dark. */
export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
.wide:focus-visible { outline: 3px solid Highlight; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; padding-block: .25rem; }
th, td { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .375rem .75rem .375rem 0; text-align: start; vertical-align: top; overflow-wrap: break-word; }
thead th { border-top: 0; white-space: nowrap; }
code { font: inherit; font-family: ui-monospace, monospace; }
label { display: inline-block; margin-inline-end: 1rem; }
select { font: inherit; min-height: 2.75rem; max-width: 100%; }
`;
