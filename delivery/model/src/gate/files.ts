import type { ReleaseDocument } from '../document.ts';
import { isRemote } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** Every file that the document names for a purpose has its hash and size in `files`. */
export function fileProblems(candidate: ReleaseDocument): Problem[] {
  const missing = namedFiles(candidate)
    .filter(({ file }) => !Object.hasOwn(candidate.files, file))
    .map(({ file, purpose }) => ({
      code: 'files.missing',
      reason: `${file} is named in ${purpose}, but "files" has no hash and size for it.`,
      remedy: 'Build the release again and publish the document that the build wrote.',
    }));
  return [...missing, ...startProblems(candidate), ...typeProblems(candidate)];
}

function startProblems(candidate: ReleaseDocument): Problem[] {
  if (isRemote(candidate) && !candidate.scripts.includes(candidate.entry)) {
    return [
      {
        code: 'files.entry',
        reason: `The federation entry ${candidate.entry} is not one of the scripts that start the remote.`,
        remedy: 'Build the release again: the entry is the first of "scripts".',
      },
    ];
  }
  return candidate.scripts.length > 0
    ? []
    : [
        {
          code: 'files.entry',
          reason: 'The release has no script that starts it.',
          remedy: 'Build the release again: "scripts" lists the files of the entry point.',
        },
      ];
}

/** A browser runs a script, and applies a stylesheet, only with the right type. */
function typeProblems(candidate: ReleaseDocument): Problem[] {
  return namedFiles(candidate)
    .filter(({ file, type }) => type && !file.endsWith(`.${type}`))
    .map(({ file, purpose, type }) => ({
      code: 'files.type',
      reason: `${file} is named in ${purpose}, where only .${type} files may be.`,
      remedy: 'Build the release again and publish the document that the build wrote.',
    }));
}

type NamedFile = {
  readonly file: string;
  /** Where the document names it. */
  readonly purpose: string;
  readonly type?: 'js' | 'css';
};

function namedFiles(candidate: ReleaseDocument): NamedFile[] {
  const { scripts, styles, rows } = candidate;
  const named = (files: readonly string[], purpose: string, type: 'js' | 'css' = 'js') =>
    files.map((file) => ({ file, purpose, type }));
  return [
    ...named(scripts, 'scripts'),
    ...named(styles, 'styles', 'css'),
    ...Object.entries(rows).flatMap(([path, { files }]) => named(files, `the row ${path}`)),
    ...Object.entries(rows).flatMap(([path, { firstView }]) =>
      firstView
        ? [
            ...[firstView.ja, firstView.en].map((file) => ({
              file,
              purpose: `the first view of ${path}`,
            })),
            ...named(firstView.files ?? [], `the files of the first view of ${path}`),
          ]
        : [],
    ),
    ...(isRemote(candidate)
      ? [
          ...named([candidate.entry], 'entry'),
          ...Object.entries(candidate.slots ?? {}).flatMap(([slot, { files }]) =>
            named(files, `the card for ${slot}`),
          ),
        ]
      : [
          ...Object.entries(candidate.lazyShared).flatMap(([key, files]) =>
            named(files, `lazyShared of ${key}`),
          ),
          ...Object.entries(candidate.page).map(([what, file]) => ({
            file,
            purpose: `page.${what}`,
          })),
        ]),
  ];
}
