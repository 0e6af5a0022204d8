import { runCommand } from '@portal/shared-process/command-line';
import { INTERRUPTED } from './interrupted.ts';
import { PAGE_OPTIONS, pageProblem, settingsOf } from './pages/settings.ts';

const SECTIONS = ['pages', 'taps', 'server', 'scale'] as const;
const MEMBERS = '1000000';
const TAPS = '200';

await runCommand(
  {
    usage: 'npm run bench -- [pages|taps|server|scale] [options]',
    does: 'Measures pages, taps and the server, or only one of them; scale only by its name. CONTRIBUTING.md says how to read it.',
    details: [
      'pages    visits and changes of route on an emulated slow phone beside a monolith, with goals:',
      '         --short, --rounds <n>, --path </my-page>, --chains',
      'taps     real taps at random moments of loads, of which none may be lost: --taps <n>',
      'server   reads per second, overload, and whether answers reveal who has an account',
      "scale    the plans of the server's queries with a million members and ten million notifications:",
      '         --members <n>, --plans prints the plans whole',
    ],
    options: {
      ...PAGE_OPTIONS,
      taps: { type: 'string', default: TAPS },
      members: { type: 'string', default: MEMBERS },
      plans: { type: 'boolean', default: false },
    },
    positionals: [0, 1],
    check({ values, positionals: [section] }) {
      if (section !== undefined && !SECTIONS.some((name) => name === section)) {
        return `There is no section "${section}".`;
      }
      if (!(Number(values.taps) > 0)) return '--taps is a number.';
      if (!(Number(values.members) > 0)) return '--members is a number.';
      return pageProblem(values);
    },
  },
  async ({ values, positionals: [section] }) => {
    if (section === 'scale') {
      const { benchScale } = await import('./scale.ts');
      return benchScale(Number(values.members), values.plans);
    }
    const isAsked = (name: string) => section === undefined || section === name;
    if (isAsked('pages')) {
      await (await import('./pages/index.ts')).benchPages(settingsOf(values));
      if (process.exitCode === INTERRUPTED) return;
    }
    if (isAsked('taps')) await (await import('./taps.ts')).benchTaps(Number(values.taps));
    if (isAsked('server')) await (await import('./server/index.ts')).benchServer();
  },
);
