import rules from './.dependency-cruiser.mjs';

/**
 * The folders of the product import each other in no circle: what a folder needs lies below it or is handed
 * to it. `npm test` checks it (step `folders`), apart from the other rules because it leaves out what only tests
 * load (docs/decisions/0014-checks-of-the-source.md).
 */
const { exclude, ...options } = rules.options;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no circular folders',
      comment: 'No folder imports itself through others.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: {
      path: [
        exclude.path,
        '\\.(test|spec)\\.tsx?$',
        '/testing/',
        '[^/]+\\.config\\.ts$',
        '^(e2e|checks)/',
      ],
    },
  },
};
