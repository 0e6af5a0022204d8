import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';
import { GiftCord } from './gift-cord.tsx';
import { grounds } from './grounds.ts';
import { PassportArt } from './passport-art.tsx';
import { stub, ticket } from './ticket-styles.ts';

type Props = {
  readonly designId: string;
  /** From whom. */
  readonly title: ReactNode;
  /** When the passport can be used. */
  readonly period?: ReactNode;
  /** What the giver wrote, as plain text. */
  readonly message: string | null;
  /** The buttons. */
  readonly children: ReactNode;
  /** Until when it can be answered. */
  readonly until?: ReactNode;
};

/** A passport as a present: its art with a cord around it, from whom, the message and what to do. */
export function GiftTicket(props: Props): ReactElement {
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
