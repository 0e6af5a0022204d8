import type { ReleaseDocument, RemoteDocument } from '@portal/shared-release/document';
import type { ReleaseContent } from '@portal/shared-release/document-version';
import { type Change, marked } from '../../support/changed-release.ts';
import type { Fault } from '../../support/faulty-edge.ts';

/** The marks by which a screen shows whose release it is. A release without one is the built one. */
export const MARKS = { live: '★', broken: '✗', next: '☆' } as const;

/** What goes wrong on the way of the live release's files. */
export const NETWORK_FAULTS: readonly {
  readonly name: string;
  readonly fault: Fault;
  /** `part`: every file of the remote; `entry`: the first file of its live release. */
  readonly of: 'part' | 'entry';
}[] = [
  { name: 'down', fault: '500', of: 'part' },
  { name: 'slow', fault: 'slow', of: 'entry' },
  { name: 'corrupt', fault: 'cut', of: 'entry' },
  { name: 'wrong hash', fault: 'other content', of: 'entry' },
];

type ReleaseFault = {
  readonly name: string;
  /** @param path the screen that is opened */
  change(document: RemoteDocument, path: string): Change;
  /** What a build would have said about it, by which the gate refuses the release. */
  readonly honest?: (content: ReleaseContent) => ReleaseContent;
};

const REFUSED_VERSION = '^99.0.0';
const SESSION = '@portal/shared-auth';
const COMPONENTS = '@portal/shared-ui';

/** What is wrong with a release that the gate has let pass. */
export const RELEASE_FAULTS: readonly ReleaseFault[] = [
  {
    name: 'missing module',
    change: inEntry((text) => text.replace('"./routes":', '"./gone":')),
  },
  {
    name: 'incompatible shared version',
    // Of all shared modules only the session refuses to run as another generation.
    change: inEntry((text) =>
      text.replace(
        /requiredVersion:"[^"]+"(?=,strictVersion:!0)/,
        `requiredVersion:"${REFUSED_VERSION}"`,
      ),
    ),
    honest: (content) =>
      content.kind === 'remote'
        ? { ...content, requires: { ...content.requires, [SESSION]: REFUSED_VERSION } }
        : content,
  },
  {
    name: 'missing export',
    change(document, path) {
      const files = document.rows[path]?.files ?? [];
      const names = (document.imports[COMPONENTS] ?? []).join('|');
      const use = new RegExp(`(?<=[\\w$]\\.)(${names})\\b`, 'g');
      return (text, file) => (files.includes(file) ? text.replace(use, '$1Gone') : text);
    },
    honest: (content) =>
      content.kind === 'remote'
        ? { ...content, imports: { ...content.imports, [COMPONENTS]: ['PageGone'] } }
        : content,
  },
  {
    name: 'throws at start',
    change: inEntry((text) => `throw new Error("broken release");${text}`),
  },
];

/** A change of a broken release: what is wrong with it, and its mark. */
export function broken(change: Change): Change {
  const mark = marked(MARKS.broken);
  return (text, file) => change(mark(text, file), file);
}

function inEntry(change: (text: string) => string): ReleaseFault['change'] {
  return ({ entry }) =>
    (text, file) =>
      file === entry ? change(text) : text;
}

/** @throws Error for the shell */
export function asRemote(document: ReleaseDocument): RemoteDocument {
  if (document.kind !== 'remote') throw new Error(`${document.name} is no remote.`);
  return document;
}
