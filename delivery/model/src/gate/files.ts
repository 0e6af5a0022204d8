import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { isRemote } from './live-releases.ts';

const REMEDY = 'Build the release again and publish the document that the build wrote.';

/**
 * Every file that the document names for a purpose has its hash and size in `files`, and the type with which a browser
 * runs or applies it.
 */
export function fileProblems(candidate: ReleaseDocument): ReleaseRefusal[] {
  const { scripts, files } = candidate;
  const problem = (code: string, reason: string) => ({ code, reason, remedy: REMEDY });
  const entry = isRemote(candidate) ? candidate.entry : scripts[0];
  return [
    ...namedFiles(candidate).flatMap(([file, purpose, type]) => [
      ...(Object.hasOwn(files, file)
        ? []
        : [problem('files.missing', `${file}, of ${purpose}, has no hash and size in "files".`)]),
      ...(type && !file.endsWith(`.${type}`)
        ? [problem('files.type', `${file}, of ${purpose}, is no .${type} file.`)]
        : []),
    ]),
    ...(entry !== undefined && scripts.includes(entry)
      ? []
      : [
          problem(
            'files.entry',
            'The entry of the release is not one of the scripts that start it.',
          ),
        ]),
  ];
}

type NamedFile = readonly [file: string, purpose: string, type?: 'js' | 'css'];

function namedFiles(candidate: ReleaseDocument): NamedFile[] {
  const { scripts, styles, rows } = candidate;
  const named = (files: readonly string[], purpose: string, type: 'js' | 'css' = 'js') =>
    files.map((file): NamedFile => [file, purpose, type]);
  return [
    ...named(scripts, 'scripts'),
    ...named(styles, 'styles', 'css'),
    ...Object.entries(rows).flatMap(([path, { files, firstView }]): NamedFile[] => [
      ...named([...files, ...(firstView?.files ?? [])], `the row ${path}`),
      ...(firstView ? [firstView.ja, firstView.en] : []).map(
        (file): NamedFile => [file, `the first view of ${path}`],
      ),
    ]),
    ...(isRemote(candidate)
      ? []
      : [
          ...named(Object.values(candidate.lazyShared).flat(), 'lazyShared'),
          ...Object.values(candidate.page).map((file): NamedFile => [file, 'page']),
        ]),
  ];
}
