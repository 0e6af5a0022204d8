/** The same view as a screen and as a card, in Preact, which the portal has no copy of. */
const VIEW = `import type { Mount } from '@acme/kit/ui/mountable';
import { h, render } from 'preact';

export const mountAs =
  (heading: 'h1' | 'h2'): Mount =>
  (element, { session, locale, router }) => {
    const draw = () => {
      const isEnglish = locale.get() === 'en';
      const go = (event: Event) => {
        event.preventDefault();
        router.go('/account');
      };
      const who = session.isSignedIn() ? session.memberName() : 'nobody';
      render(
        h('section', null, [
          h(heading, null, isEnglish ? 'Drawn by Preact' : 'Preactで表示しています'),
          h('p', null, [who, router.path()].join(' at ')),
          h('a', { href: router.href('/account'), onClick: go }, 'Preact → account'),
        ]),
        element,
      );
    };
    const ends = [session, locale, router].map(({ subscribe }) => subscribe(draw));
    draw();
    return () => {
      for (const end of ends) end();
      render(null, element);
    };
  };
`;

const component = (heading: string): string => `import { mountable } from '@acme/kit/ui/mountable';
import { mountAs } from './preact-view.ts';

export const Component = mountable(mountAs('${heading}'));
`;

/** What a team adds to a new remote for a screen and a card in Preact, by path. */
export const PREACT_FILES: Readonly<Record<string, string>> = {
  'src/preact-view.ts': VIEW,
  'src/preact-screen.ts': component('h1'),
  'src/preact-card.ts': component('h2'),
};

/** The new remote's `src/routes.ts` with rows for these. */
export const withPreact = (routes: string): string =>
  routes.replace(
    '\n];\n',
    `
  { path: '/offers/preact', title, lazy: () => import('./preact-screen.ts') },
];

export const slots: RemoteRoutes['slots'] = [
  {
    slot: 'home.cards',
    height: { phone: 90, desktop: 90 },
    lazy: () => import('./preact-card.ts'),
  },
];
`,
  );
