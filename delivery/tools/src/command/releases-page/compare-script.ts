/**
 * The script of the page of releases, in the page's own language: it shows what differs between two states. Texts get
 * into the page as text alone.
 */
export const COMPARE_SCRIPT = `
const states = JSON.parse(document.getElementById('states').textContent);
const selects = ['from', 'to'].map((id) => document.getElementById(id));
function compare() {
  const [from, to] = selects.map((select) => states[select.value]);
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => from[name] !== to[name]);
  const cell = (tag, text) => Object.assign(document.createElement(tag), { textContent: text ?? 'none' });
  document.getElementById('difference').replaceChildren(
    ...names.map((name) => {
      const row = document.createElement('tr');
      row.append(Object.assign(cell('th', name), { scope: 'row' }), cell('td', from[name]), cell('td', to[name]));
      return row;
    }),
  );
  document.getElementById('differences').textContent = names.length === 0 ? 'Nothing differs.' : 'Differences: ' + names.length;
}
for (const select of selects) select.addEventListener('change', compare);
compare();
document.getElementById('compare').hidden = false;
`;
