/** Of a picture that stands in every page. */
export const SVG_MAX_LENGTH = 8 * 1024;

/** What draws, and nothing that runs, embeds a document, is animated, or brings other text. */
const ELEMENTS = new Set(
  'circle clipPath defs desc ellipse g line linearGradient mask path polygon polyline radialGradient rect stop style svg symbol title use'.split(
    ' ',
  ),
);

const NAME = String.raw`[A-Za-z_][\w.:-]*`;
const ATTRIBUTES = String.raw`(?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*`;
const COMMENT = '<!--(?:(?!--)[^])*-->';
/** Without entities, which could hide what the checks look for. */
const DOCTYPE = String.raw`<!DOCTYPE svg[^<>[\]]*>`;
const PROLOG = new RegExp(
  String.raw`^\s*(?:<\?xml [^<>?]*\?>\s*)?(?:(?:${COMMENT}|${DOCTYPE})\s*)*`,
);
/** One tag with its attributes, a comment, or a text. */
const TOKEN = new RegExp(String.raw`${COMMENT}|<(/?)(${NAME})(${ATTRIBUTES})\s*/?>|[^<]+`, 'y');
const ATTRIBUTE = new RegExp(String.raw`(${NAME})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'g');
/** A reference within the picture itself. */
const OWN_REFERENCE = /^#[\w.-]+$/;
/** With escapes, a style can spell what the checks look for in another way. */
const OUTSIDE = /@import|\\|url\(\s*(?!["']?#)|(?:image|image-set|src)\(|expression/i;
/** One rule of a style repeats a part for every element of its class; the attributes stand at one element each. */
const REPEATS_FOR_MANY = /(?:mask|clip-path)[\w-]*\s*(?::|\/\*)/i;

/** What draws another part of the picture once more. */
const REPEATS = /<use\b|\b(?:mask|clip-path)\s*=/g;
/** Parts that repeat parts multiply: with so many, at most 243 times. */
const REPEATS_MAX = 15;

/**
 * Says what keeps a picture from standing in a page. Pages show it as an image, in which nothing runs or is
 * loaded anyway; other programs that open the file do not promise that.
 * @param maxLength in characters
 * @returns undefined for an SVG picture that only draws
 */
export function svgProblem(svg: string, maxLength = SVG_MAX_LENGTH): string | undefined {
  if (svg.length > maxLength) return `it has more than ${maxLength} characters`;
  const [prolog = ''] = PROLOG.exec(svg) ?? [];
  if (svg.startsWith('<!DOCTYPE', prolog.length))
    return 'its <!DOCTYPE> defines something: save it as plain SVG';
  if (!/^<svg[\s>]/.test(svg.slice(prolog.length))) return 'it does not begin with <svg>';
  if (!/^<svg[^>]*\sxmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(svg.slice(prolog.length)))
    return 'its <svg> has no xmlns="http://www.w3.org/2000/svg"';
  const repeated = svg.match(REPEATS)?.length ?? 0;
  if (repeated > REPEATS_MAX) return `it repeats its parts more than ${REPEATS_MAX} times`;
  TOKEN.lastIndex = prolog.length;
  while (TOKEN.lastIndex < svg.length) {
    const at = TOKEN.lastIndex;
    const [token, , element, attributes = ''] = TOKEN.exec(svg) ?? [];
    if (token === undefined) {
      return `it cannot be read from “${svg.slice(at, at + 30).replace(/\s+/g, ' ')}”`;
    }
    if (element === undefined) {
      if (!token.startsWith('<!--') && isUnsafe(token)) return 'a style loads or hides something';
      continue;
    }
    if (!ELEMENTS.has(element)) return `it has a <${element}>${remedy(element)}`;
    for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
      const problem = attributeProblem(name, double ?? single ?? '');
      if (problem) return problem;
    }
  }
  return undefined;
}

/** For what drawing programs write. */
const remedy = (element: string): string =>
  /^t(ext|span)/.test(element)
    ? ': turn text into paths, and save it as plain SVG'
    : /:|^metadata$/.test(element)
      ? ': save it as plain SVG'
      : '';

function attributeProblem(name: string, value: string): string | undefined {
  if (/^on/i.test(name)) return `it has a script in ${name}`;
  if (/^xmlns(:|$)/.test(name)) return undefined;
  if (/(?:^|:)(?:href|src|base)$/i.test(name)) {
    return OWN_REFERENCE.test(value) ? undefined : `${name} leads out of the picture`;
  }
  return isUnsafe(value) ? `${name} leads out of the picture or hides something` : undefined;
}

/** A reference to a character spells in a style what the checks look for in another way. */
const isUnsafe = (text: string): boolean =>
  OUTSIDE.test(text) || REPEATS_FOR_MANY.test(text) || text.includes('&#');
