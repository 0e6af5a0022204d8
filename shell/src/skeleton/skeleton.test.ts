import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND_MARK_PATH } from '@portal/shared-contract/brand-mark';
import { withColorVariables } from '@portal/shared-contract/brand-values';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');
const css = withColorVariables(read('skeleton.css'), { prefix: 'sk', memberChoosesTheme: true });
const html = read('skeleton.html');

test('has colours of the design, and those alone', () => {
  expect(read('skeleton.css')).not.toMatch(/#[\da-f]{3}|rgb|hsl/i);
  expect(css).toMatch(/^html\{--sk-paper:/);
});

test('draws the mark of the header', () => {
  expect(html).toContain(`d="${BRAND_MARK_PATH}"`);
});

test('markup and styles together are under 4 KB', () => {
  expect(css.length + html.length).toBeLessThan(4000);
});

test('contains nothing that the content security policy refuses', () => {
  expect(html).not.toMatch(/\s(style|on\w+)=/);
});
