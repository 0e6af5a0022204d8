import { openGuide } from '@portal/server-testing/guide';

/** One thing that CONTRIBUTING.md says how to add, as the commands and edits that it asks for. */
export type Recipe = {
  /** The heading of its section in CONTRIBUTING.md. */
  readonly section: string;
  readonly steps: readonly RecipeStep[];
  /** The files of its tests, as patterns of Jest. */
  readonly tests: readonly string[];
  /** The most files that a developer may have to edit or create by hand. */
  readonly mostFiles?: number;
};

/** A change that a developer makes by hand, or a command. */
export type RecipeStep =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly find: string; readonly replace: string }
  | {
      readonly run: readonly [command: string, ...args: string[]];
      /** What the command prints as it fails; without it the command must succeed. */
      readonly fails?: string;
    };

/** Creates a file. */
export const create = (file: string, text: string): RecipeStep => ({ file, text });

/** Adds lines after the first place of a text that is in the file once. */
export const insertAfter = (file: string, find: string, lines: string): RecipeStep => ({
  file,
  find,
  replace: `${find}${lines}`,
});

export const change = (file: string, find: string, replace: string): RecipeStep => ({
  file,
  find,
  replace,
});

/** Runs a command that must succeed, such as `npm run fix`. */
export const run = (...command: readonly [string, ...string[]]): RecipeStep => ({ run: command });

const CONTRIBUTING = openGuide('CONTRIBUTING.md');
/** Runs the commands of a section of CONTRIBUTING.md, as they stand there. */
export const runAsWritten = (section: string): RecipeStep =>
  run('sh', '-ec', CONTRIBUTING.commands(section));

/** Runs a command that must fail and print this text. */
const runAndSee = (fails: string, ...command: readonly [string, ...string[]]): RecipeStep => ({
  run: command,
  fails,
});

/** Writes the Japanese of a text into a catalog in which `npm run i18n` left it empty. */
const translate = (catalog: string, english: string, japanese: string): RecipeStep =>
  change(catalog, `msgid "${english}"\nmsgstr ""`, `msgid "${english}"\nmsgstr "${japanese}"`);

/** Collects the texts, sees that one has no translation, and adds it. */
export const translateNewText = (
  folder: string,
  english: string,
  japanese: string,
): readonly RecipeStep[] => [
  runAndSee(english, 'npm', 'run', 'i18n'),
  translate(`${folder}/src/locales/ja.po`, english, japanese),
  run('npm', 'run', 'i18n'),
];
