/** A change of the product that a test has to notice. */
export type Change = {
  /** Path below the root. */
  readonly file: string;
  readonly line: number;
  /** What is changed, as a table names it. */
  readonly what: string;
  /** The whole file with the change. */
  readonly changed: string;
};

/** `const NAME = 15 * 60;` at the start of a line: a number with a name. */
const NUMBER = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = ([-\d(][\d_.\s()*/+A-Z-]*?);/gm;
const IF = /^ *if \(/gm;
/** A return of what can only be true or false. */
const ANSWER =
  /^ *return ([^;\n]*(?:===|!==|[<>]=? |\.(?:includes|has|test|startsWith)\()[^;\n]*);$/gm;

/** A call on a line of its own, made for what it does. */
const CALL = /^ +(?:await )?(?!super|expect|console)[a-zA-Z][\w.]*\([^\n]*\);$/gm;
/** Two conditions of a query, of which the last one is left out. */
const BOTH = /\band\((\w+\([^()\n]*\)), (\w+\([^()\n]*\))\)/g;
/** A comparison that is one of several conditions, or decides between two values. */
const COMPARED = /(?<=&& |\|\| |= |\()[\w.?]+ (?:===|!==) [^\s,;&|()]+(?= \?| &&| \|\||;$)/gm;

/** What a condition has to guard: a return, a throw, or a block that begins with one. */
const LEAVES = /^ (?:\{\s*(?:\/\/.*\s*)*)?(?:return|throw|continue)\b/;

/**
 * The changes of a file: each number with a name becomes another one, each condition under which a
 * function is left becomes false, each comparison becomes its opposite, and each call that is made for what it
 * does and each second condition of a query goes.
 */
export function changesIn(file: string, source: string): Change[] {
  const change = (what: string, at: number, from: string, to: string): Change => ({
    file,
    line: source.slice(0, at).split('\n').length,
    what,
    changed: source.slice(0, at) + to + source.slice(at + from.length),
  });
  const numbers = [...source.matchAll(NUMBER)].map(
    ({ 0: all, 1: name = '', 2: value = '', index }) => {
      const at = index + all.lastIndexOf(value);
      return change(`${name} = ${value}`, at, value, `(${value}) * 2 + 1`);
    },
  );
  const guards = [...source.matchAll(IF)].flatMap(({ 0: all, index }) => {
    const at = index + all.length;
    const condition = source.slice(at, endOfBrackets(source, at));
    if (!LEAVES.test(source.slice(at + condition.length + 1))) return [];
    return [change(`if (${oneLine(condition)})`, at, condition, 'false')];
  });
  const answers = [...source.matchAll(ANSWER)]
    // A value that is chosen by a condition, or an object, is no answer.
    .filter(([, answer = '']) => !/[?{]|=>/.test(answer))
    .map(({ 0: all, 1: answer = '', index }) =>
      change(`return ${answer}`, index + all.lastIndexOf(answer), answer, 'true'),
    );
  const calls = [...source.matchAll(CALL)].map(({ 0: call, index }) =>
    change(oneLine(call), index, call, ''),
  );
  const conditions = [...source.matchAll(BOTH)].map(({ 0: both, 1: first = '', index }) =>
    change(both, index, both, first),
  );
  const compared = [...source.matchAll(COMPARED)].map(({ 0: equal, index }) =>
    change(equal, index, equal, `!(${equal})`),
  );
  return [...numbers, ...guards, ...answers, ...calls, ...conditions, ...compared].sort(
    (a, b) => a.line - b.line,
  );
}

/** Where the bracket closes that was opened before `from`; brackets in strings do not count. */
function endOfBrackets(source: string, from: number): number {
  let open = 1;
  for (const { 0: found, index } of source
    .slice(from)
    .matchAll(/'(?:\\.|[^'\\\n])*'|`[^`]*`|[()]/g)) {
    if (found === '(') open += 1;
    if (found === ')') open -= 1;
    if (open === 0) return from + index;
  }
  return source.length;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
