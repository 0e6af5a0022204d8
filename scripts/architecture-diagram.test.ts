import { renderDiagram, withDiagram } from './architecture-diagram.ts';

test('draws the workspaces by floors, without the arrows that follow from others', () => {
  const workspaces = { shell: ['auth', 'contract'], contract: [], auth: ['contract'] };
  expect(renderDiagram(workspaces)).toBe(
    [
      '```mermaid',
      'flowchart TD',
      '  subgraph floor2[" "]',
      '    shell',
      '  end',
      '  subgraph floor1[" "]',
      '    auth',
      '  end',
      '  subgraph floor0[" "]',
      '    contract',
      '  end',
      '  auth --> contract',
      '  shell --> auth',
      '```',
    ].join('\n'),
  );
});

test('refuses workspaces that depend on each other', () => {
  expect(() => renderDiagram({ a: ['b'], b: ['a'] })).toThrow('A circle: a → b → a');
});

test('replaces the picture between the markers and nothing else', () => {
  const page =
    'Before.\n<!-- diagram: made by `npm run diagram` -->\n\nold\n\n<!-- end of diagram -->\nAfter.';
  expect(withDiagram(page, 'new')).toBe(page.replace('old', 'new'));
});

test('refuses a page without the markers', () => {
  expect(() => withDiagram('A page.', 'new')).toThrow('lacks the markers');
});
