import { Trans } from '@lingui/react/macro';
import { css } from '#css';

type Props = { readonly from: string | null; readonly message: string | null };

/** What a giver wrote, as plain text: no address in it is a link. */
export function GiftLetter({ from: sender, message }: Props) {
  if (!sender && !message) return null;
  return (
    <figure className={letter}>
      {message && <blockquote className={lines}>{message}</blockquote>}
      {sender && (
        <figcaption className={name}>
          <Trans context="below a message">From {sender}</Trans>
        </figcaption>
      )}
    </figure>
  );
}

const letter = css({ borderInlineStart: '3px solid', borderColor: 'line', ps: '3', m: '0' });
const lines = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
const name = css({ color: 'ink.muted', overflowWrap: 'anywhere' });
