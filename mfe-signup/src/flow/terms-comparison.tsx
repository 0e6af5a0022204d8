import { Trans } from '@lingui/react/macro';
import type { TermsChanges, TermsPiece } from '@portal/kit/contract';
import { Heading, Icon, Stack, Text, VisuallyHidden } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** The terms in force beside those accepted, unchanged articles folded; with nothing to compare, the whole text. */
export function TermsComparison({ compared, opening, articles }: TermsChanges) {
  const opens = !compared || opening.some(({ change }) => change !== 'kept');
  return (
    <section aria-labelledby="terms-comparison">
      <Stack gap="sm">
        <Heading id="terms-comparison">
          {compared ? <Trans>Before and now</Trans> : <Trans>The new terms of service</Trans>}
        </Heading>
        {compared && (
          <Text tone="muted" size="sm">
            <Trans>
              Added words are bold and underlined, removed words are crossed out. Articles that have
              not changed are folded.
            </Trans>
          </Text>
        )}
        {opens && <Pieces pieces={opening} />}
        <div>
          {articles.map(({ changed, title, paragraphs }) => (
            <details key={textOf(title)} open={changed || !compared} className={article}>
              <summary className={summary}>
                <span>
                  <PieceTexts pieces={title} />
                </span>
                <Icon name="chevron-down" />
              </summary>
              <div className={text}>
                {paragraphs.map((pieces) => (
                  <Pieces key={textOf(pieces)} pieces={pieces} />
                ))}
              </div>
            </details>
          ))}
        </div>
      </Stack>
    </section>
  );
}

type PiecesProps = { readonly pieces: readonly TermsPiece[] };

function Pieces({ pieces }: PiecesProps) {
  return (
    <p>
      <PieceTexts pieces={pieces} />
    </p>
  );
}

/** Many screen readers say nothing of <ins> and <del>, so words do. */
function PieceTexts({ pieces }: PiecesProps): ReactElement[] {
  let at = 0;
  return pieces.map(({ change, text: words }) => {
    const key = at;
    at += words.length;
    if (change === 'kept') return <span key={key}>{words}</span>;
    const Tag = change === 'added' ? 'ins' : 'del';
    return (
      <Tag key={key} className={change === 'added' ? added : removed}>
        <VisuallyHidden>
          {change === 'added' ? <Trans>Added:</Trans> : <Trans>Removed:</Trans>}{' '}
        </VisuallyHidden>
        {words}
        <VisuallyHidden>
          {' '}
          <Trans>(until here)</Trans>
        </VisuallyHidden>
      </Tag>
    );
  });
}

const textOf = (pieces: readonly TermsPiece[]) => pieces.map(({ text: words }) => words).join('');

const article = css({ borderTop: '1px solid token(colors.line)' });
const summary = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  minHeight: 'target',
  py: '2',
  fontWeight: 'bold',
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  '[open] > &': { '& svg': { rotate: '180deg' } },
});
const text = css({ display: 'grid', gap: '3', pb: '4' });
const added = css({ fontWeight: 'bold', textDecoration: 'underline', color: 'success' });
const removed = css({ textDecoration: 'line-through', color: 'danger' });
