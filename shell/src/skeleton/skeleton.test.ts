import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalPreset } from '@portal/shared-ui/preset';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');
const css = read('skeleton.css');
const html = read('skeleton.html');

/** The design tokens by name: light is the base, dark the condition. */
const colors = portalPreset.theme?.semanticTokens?.colors as Record<
  string,
  { DEFAULT: { value: { base: string; _dark: string } } }
>;

test.each(['paper', 'surface', 'sunken', 'line', 'ink', 'accent'])(
  '%s is the colour of the design',
  (name) => {
    const written = [...css.matchAll(new RegExp(`--sk-${name}: (#\\w+);`, 'g'))].map(
      ([, hex]) => hex,
    );
    const { base, _dark } = colors[name]?.DEFAULT.value ?? {};
    expect(written).toEqual([base, _dark, _dark]);
  },
);

test('both together are under 4 KB', () => {
  expect(css.length + html.length).toBeLessThan(4000);
});

test('carries nothing that the content security policy refuses', () => {
  expect(html).not.toMatch(/\s(style|on\w+)=/);
});
