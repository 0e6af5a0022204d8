import type { ReactNode } from 'react';
import { css } from '#css';
import { grounds, PassportArt } from './passport-art.tsx';
import { stub, ticket } from './ticket-styles.ts';

type Props = {
  readonly designId: string;
  readonly title: ReactNode;
  readonly period?: ReactNode;
  readonly message: string | null;
  readonly children: ReactNode;
  readonly until?: ReactNode;
};

export function GiftTicket(props: Props) {
  const { designId, title, period, message, children, until } = props;
  return (
    <article className={`${grounds} ${ticket} ${whole}`} data-design={designId}>
      <div className={face}>
        <PassportArt designId={designId} cut="home" />
        <div className={wrapping}>
          <GiftCord />
        </div>
        <div className={words}>
          <h2 className={heading}>{title}</h2>
          {period && <p className={faint}>{period}</p>}
        </div>
      </div>
      <div className={`${stub} ${answer}`}>
        {message !== null && <blockquote className={letter}>{message}</blockquote>}
        <div className={buttons}>{children}</div>
        {until && <p className={faint}>{until}</p>}
      </div>
    </article>
  );
}

const whole = css({ borderTopRadius: 'xl', _forcedColors: { border: '1px solid' } });
const face = css({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  minWidth: '0',
  overflow: 'hidden',
});
const wrapping = css({ position: 'relative', minHeight: { base: '10rem', lg: '12rem' } });
const words = css({
  position: 'relative',
  px: { base: '5', lg: '9' },
  pt: '10',
  pb: { base: '5', lg: '7' },
  backgroundImage: 'linear-gradient(transparent, var(--ground) 3rem)',
});
const heading = css({
  fontSize: { base: '2xl', lg: '3xl' },
  fontWeight: 'bold',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
  mb: '2',
  '&:lang(ja)': { wordBreak: 'auto-phrase' },
});
const faint = css({ color: 'var(--faint)', lineHeight: '1.5' });
const answer = css({ gap: '5' });
// The giver's line breaks are kept.
const letter = css({
  whiteSpace: 'pre-line',
  textWrap: 'pretty',
  overflowWrap: 'anywhere',
  lineHeight: 'body',
});
const buttons = css({ display: 'grid', gap: '2' });

/** The strands to one side of the knot, its loops and its ends. */
const STRANDS = [
  'M222 51H800',
  'M222 55.5H800',
  'M222 60H800',
  'M222 64.5H800',
  'M222 69H800',
  'M212 58C250 14 288 28 280 52C272 76 224 66 200 60',
  'M204 62C224 84 240 98 260 108',
  'M212 59.5C245.5 18.5 283.5 32.5 275.5 52C267.5 71.5 224 63.75 200 60',
  'M204 62C219.5 84 235.5 98 253.7 108',
  'M212 61C241 23 279 37 271 52C263 67 224 61.5 200 60',
  'M204 62C215 84 231 98 247.4 108',
];
const KNOT = [194, 198, 202, 206];

/** The cord around a present, white to the left and red to the right, over its whole width. */
function GiftCord() {
  return (
    <svg
      viewBox="0 0 400 120"
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      className={cord}
    >
      <g stroke="#fff" transform="matrix(-1 0 0 1 400 0)">
        <Strands />
      </g>
      <g stroke="#d9482b">
        <Strands />
      </g>
      {KNOT.map((x, at) => (
        <path key={x} d={`M${x} 47V75`} stroke={at % 2 ? '#fff' : '#e8c26a'} />
      ))}
    </svg>
  );
}

const Strands = () => STRANDS.map((d) => <path key={d} d={d} />);

const cord = css({
  position: 'absolute',
  insetInline: '0',
  top: '0',
  bottom: '2rem',
  margin: 'auto',
  width: 'full',
  height: { base: '7.5rem', lg: '9rem' },
  // The strands go on to the edges.
  overflow: 'visible',
  fill: 'none',
  strokeLinecap: 'round',
  strokeWidth: '3.2',
  _forcedColors: { display: 'none' },
});
