import { escapeHtml } from '@portal/shared-brand/look/escape-html';

/** One picture of the tour. */
export type Shot = {
  readonly screen: string;
  /** `ja · phone · light` */
  readonly appearance: string;
  /** In the folder of the sheet. */
  readonly file: string;
  readonly violations: readonly string[];
};

/** All pictures on one page, a row for each screen. */
export function contactSheet(shots: readonly Shot[]): string {
  const names = [...new Set(shots.map(({ screen }) => screen))];
  const rows = names.map(
    (name) =>
      `<section><h2>${escapeHtml(name)}</h2><div>${shots
        .filter(({ screen }) => screen === name)
        .map(figure)
        .join('')}</div></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tour</title><style>${STYLE}</style>
<h1>${names.length} screens, ${shots.length} pictures</h1>
${rows.join('\n')}
</html>
`;
}

function figure({ file, appearance, violations }: Shot): string {
  const found = violations.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>
<figcaption>${escapeHtml(appearance)}${found && `<ul>${found}</ul>`}</figcaption></figure>`;
}

const STYLE = `
body { font: 14px/1.5 system-ui; margin: 2rem; background: #ddd; }
section > div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
figure { margin: 0; flex: none; width: 260px; }
img { width: 100%; border: 1px solid #888; background: #fff; }
ul { color: #a00; padding-left: 1rem; }`;
