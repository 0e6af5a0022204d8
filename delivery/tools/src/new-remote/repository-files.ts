import { folderOf } from './new-remote.ts';
import { NAMES_INSIDE, type SourceWords, sourceFiles } from './remote-files.ts';

/** What the files of a repository say, beside what the remote's sources say. */
type RepositoryWords = SourceWords & {
  readonly team: string;
  /** The kit, by its npm name and the version or tarball. */
  readonly kit: { readonly name: string; readonly version: string };
  /** What one page has once, with the range that the kit takes. */
  readonly peers: Readonly<Record<string, string>>;
};

/** The files of a repository of one remote, by their paths. */
export function repositoryFiles(repository: RepositoryWords): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(manifest(repository), null, 2)}\n`,
    'tsconfig.json': tsconfig(repository),
    'jest.config.js': `export { default } from '${repository.kit.name}/jest';\n`,
    'lingui.config.js': `export { default } from '${repository.kit.name}/lingui';\n`,
    '.gitignore': IGNORED,
    '.github/CODEOWNERS': `* @${repository.team}\n`,
    '.github/workflows/release.yml': pipeline(repository),
    'README.md': readme(repository),
    ...sourceFiles(repository),
  };
}

const TYPESCRIPT = '7.0.2';

const manifest = ({ name, path, kit, peers, ...remote }: RepositoryWords) => ({
  name: folderOf({ name }),
  version: '0.1.0',
  private: true,
  type: 'module',
  description: `The ${remote.title} pages of the portal: ${path}/**.`,
  ...NAMES_INSIDE,
  scripts: {
    dev: 'portal dev',
    test: 'tsc --noEmit && portal texts && jest',
    build: 'portal build',
    portal: 'portal',
  },
  dependencies: { [kit.name]: kit.version, ...exact(peers) },
  devDependencies: { typescript: TYPESCRIPT },
});

/** The versions that the kit was made with: `^19.3.1` → `19.3.1`. */
const exact = (ranges: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [name, range.replace(/^\^/, '')]),
  );

const tsconfig = ({ kit }: RepositoryWords): string =>
  `${JSON.stringify(
    {
      extends: `${kit.name}/tsconfig.json`,
      compilerOptions: { types: ['node', 'jest', `${kit.name}/environment`] },
      include: ['src', '*.ts'],
    },
    null,
    2,
  )}\n`;

const IGNORED = `node_modules/
# What is built, what builds keep, and the members of the development server.
.releases/
.data/
.cache/
.run/
.mf/
`;

/** Each job is on a machine of its own. @param checkout what of the repository it has */
const start = (checkout = 'fetch-depth: 0'): string => `    steps:
      - uses: actions/checkout@v5
        with:
          ${checkout}
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci`;

/** The branch of a pull request that is closed may be gone. */
const BASE = `ref: \${{ github.event.pull_request.base.ref }}`;

const SETTINGS = `    runs-on: ubuntu-latest
    timeout-minutes: 20
    env:
      PORTAL_URL: \${{ vars.PORTAL_URL }}
      PORTAL_TOKEN: \${{ secrets.PORTAL_TOKEN }}`;

/** Forks have no token. @param action what has happened to the pull request */
const ofPullRequest = (action: string, { name }: RepositoryWords): string => `\
    if: github.event_name == 'pull_request' && github.event.action ${action} && github.event.pull_request.head.repo.full_name == github.repository
    # So that no push shows it again after its end.
    concurrency: preview-\${{ github.event.number }}
${SETTINGS}
      PREVIEW: ${name}-pr-\${{ github.event.number }}`;

const VERSION = `"$(node -p 'JSON.parse(require("fs").readFileSync("published.json")).version')"`;

const pipeline = (
  repository: RepositoryWords,
): string => `# Tests each push, and gives what has passed on main to a tenth of the browsers, once the environment production lets it:
# who has to approve, and when nothing is released, is set there. A pull request has a preview, at one address, until it is
# closed. PORTAL_TOKEN is a secret, the token of the team; PORTAL_URL is a variable of the repository.
name: release
on:
  push:
  pull_request:
    types: [opened, synchronize, reopened, closed]
permissions:
  contents: read
jobs:
  test:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 20
${start()}
      - run: npm test
      - run: npm run build
  publish:
    if: github.ref == 'refs/heads/main' && github.event_name == 'push'
    needs: test
${SETTINGS}
    outputs:
      version: \${{ steps.publish.outputs.version }}
${start()}
      - run: npx playwright-core install --with-deps chromium-headless-shell
      - run: npm run build
      - run: npm run -s portal -- gate ${repository.name}
      - run: npm run -s portal -- publish ${repository.name} --json > published.json
      - id: publish
        run: echo "version=$(node -p 'JSON.parse(require("fs").readFileSync("published.json")).version')" >> "$GITHUB_OUTPUT"
  promote:
    needs: publish
    environment: production
${SETTINGS}
      VERSION: \${{ needs.publish.outputs.version }}
${start()}
      - run: npm run -s portal -- promote ${repository.name} "$VERSION" --share 10
  preview:
${ofPullRequest("!= 'closed'", repository)}
    # The pull request links to it.
    environment:
      name: preview
      url: \${{ steps.preview.outputs.address }}
${start()}
      - run: npm run build
      - run: npm run -s portal -- publish ${repository.name} --json > published.json
      - run: npm run -s portal -- preview "$PREVIEW" ${repository.name} ${VERSION} > address.txt
      - id: preview
        run: echo "address=$(cat address.txt)" >> "$GITHUB_OUTPUT"
  preview-end:
${ofPullRequest("== 'closed'", repository)}
${start(BASE)}
      - run: npm run -s portal -- preview end "$PREVIEW"
`;

const readme = ({ name, title, path, team }: RepositoryWords): string => `# ${title}

The pages of the portal below \`${path}\`, owned by the team ${team}.

\`\`\`sh
npm install
npm run dev        # the pages alone, with hot reload
npm test           # types, texts and the tests of the screens
npm run build
\`\`\`

- \`src/routes.ts\` lists the screens; \`src/screens\` has them, each at the path of its address.
- Texts are written in English in the code. \`npm run -s portal -- texts\` collects them into \`src/locales\`; write the Japanese into \`ja.po\`.
- A picture or a font has its address by an import: \`import photo from './photo.webp'\` (svg, png, jpg, webp, avif, woff2).
- A card on a screen of another remote, such as the home, is a row of \`slots\` in \`src/routes.ts\`:
  \`export const slots: RemoteRoutes['slots'] = [{ slot: 'home.cards', height: { phone: 96, desktop: 72 }, lazy: () => import('./slots/card.tsx') }];\`
- \`npm run -s portal -- --help\` lists what the command can do: publish, promote to a share, roll back.
- A pull request links to a preview of it in the portal, until it is closed.

A release by hand; with \`--share 10\` a tenth of the browsers get it first:

\`\`\`sh
export PORTAL_URL=https://portal.example PORTAL_TOKEN=<the token of ${team}>
npm run build
npm run -s portal -- gate ${name}
npm run -s portal -- publish ${name}
npm run -s portal -- promote ${name} <version>
\`\`\`
`;
