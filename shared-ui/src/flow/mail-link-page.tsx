import type { Result } from '@portal/shared-api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Card, Inline, Page, PageHeading } from '../layout.tsx';
import { ActionButton, useAction } from './action.tsx';
import { ApiErrorBanner, apiErrorCode } from './api-error-banner.tsx';

type Props<Answer> = {
  readonly heading: ReactNode;
  /** The code of the link; empty if the link is incomplete. */
  readonly code: string;
  readonly children: ReactNode;
  readonly button: ReactNode;
  readonly send: () => Promise<Result<Answer>>;
  /** The page afterwards; null while another page opens instead. */
  readonly done: (answer: Answer) => ReactNode;
  /** The page of a link that is incomplete, too old or replaced by a newer one. */
  readonly unusable: ReactNode;
};

/** The page behind a link in a mail. Only its button changes anything, because mail programs open links too. */
export function MailLinkPage<Answer>(props: Props<Answer>) {
  const { heading, code, children, button, send, done, unusable } = props;
  const action = useAction();
  const [outcome, setOutcome] = useState<ReactNode>(null);

  const isUnusable = code === '' || apiErrorCode(action.error) === 'token.not_found';
  const result = outcome ?? (isUnusable ? unusable : null);

  async function press(): Promise<void> {
    const answer = await action.run(send);
    if (answer?.ok) setOutcome(done(answer.data));
  }

  return (
    <Page>
      <PageHeading>{heading}</PageHeading>
      {result ? (
        <Outcome pressed={code !== ''}>{result}</Outcome>
      ) : (
        <Card gap="md">
          <ApiErrorBanner error={action.error} />
          {children}
          <Inline>
            <ActionButton wide="onPhone" action={action} onClick={() => void press()}>
              {button}
            </ActionButton>
          </Inline>
        </Card>
      )}
    </Page>
  );
}

type OutcomeProps = { readonly pressed: boolean; readonly children: ReactNode };

/** What the button did. It takes the focus from the button, which is gone. */
function Outcome({ pressed, children }: OutcomeProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pressed) element.current?.focus();
  }, [pressed]);
  return (
    <div ref={element} tabIndex={-1}>
      {children}
    </div>
  );
}
