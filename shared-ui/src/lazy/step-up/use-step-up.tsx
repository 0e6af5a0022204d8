import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { type CodeChannel, STEP_UP_ERRORS, type StepUpType } from '@portal/shared-contract';
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../../button.tsx';
import { apiErrorCode } from '../../flow/api-error-banner.tsx';
import { type Action, useAction } from '../../flow/use-action.ts';
import { Card, Heading, Inline, Stack, Text } from '../../layout.tsx';
import { StepUp } from './step-up.tsx';

export type ConfirmedAction = Action & {
  /**
   * Runs the action. If it needs a code first, or the earlier code has expired, `confirm` shows in
   * place of the form, and after the right code the action runs once.
   */
  readonly perform: <T>(work: () => Promise<Result<T>>, done: (answer: Result<T>) => void) => void;
  /**
   * The form for the code while one is needed. Keep the screen's own form mounted but hidden, so
   * that nothing typed is lost.
   */
  readonly confirm: ReactElement | null;
};

type Options = {
  readonly channel?: CodeChannel | undefined;
  /** Says why a code is needed and what follows. */
  readonly why?: ReactNode;
  /** Set if it shows within a card already. */
  readonly inside?: boolean;
};

/** An action that needs a fresh code of a type (product §11.10 and §11.11). */
export function useStepUp(
  type: StepUpType,
  { channel, why, inside = false }: Options = {},
): ConfirmedAction {
  const action = useAction();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const asker = useFocusBack(waiting !== null);

  function perform<T>(work: () => Promise<Result<T>>, done: (answer: Result<T>) => void): void {
    asker.current = document.activeElement;
    const understand = (answer: Result<T> | undefined) => {
      if (!answer) return;
      if (answer.ok || apiErrorCode(answer.error) !== STEP_UP_ERRORS[type]) return done(answer);
      action.clear();
      setWaiting(() => () => {
        setWaiting(null);
        void action.follow(work).then(understand);
      });
    };
    void action.run(work).then(understand);
  }

  return {
    ...action,
    perform,
    confirm: waiting && (
      <Confirm inside={inside} cancel={() => setWaiting(null)}>
        <StepUp type={type} {...(channel && { channel })} onVerified={() => waiting()}>
          {why ?? (
            <Text>
              <Trans>
                To protect your account, please confirm with a code. What you entered stays.
              </Trans>
            </Text>
          )}
        </StepUp>
      </Confirm>
    ),
  };
}

/**
 * Returns the focus to the element that asked for the code, when the form for the code disappears
 * together with the focus.
 */
function useFocusBack(asking: boolean): RefObject<Element | null> {
  const asker = useRef<Element | null>(null);
  const asked = useRef(asking);
  useEffect(() => {
    const lost = asked.current && !asking && document.activeElement === document.body;
    if (lost && asker.current instanceof HTMLElement) asker.current.focus();
    asked.current = asking;
  }, [asking]);
  return asker;
}

type ConfirmProps = {
  readonly inside: boolean;
  readonly cancel: () => void;
  readonly children: ReactNode;
};

function Confirm({ inside, cancel, children }: ConfirmProps): ReactElement {
  const root = useRef<HTMLElement>(null);
  const headingId = useId();
  useEffect(() => root.current?.focus(), []);
  const content = (
    <Stack gap="md">
      <Heading id={headingId} level={inside ? 3 : 2}>
        <Trans>Please confirm that it is you</Trans>
      </Heading>
      {children}
      <Inline>
        <Button variant="ghost" size="sm" onClick={cancel}>
          <Trans context="leaves a question">Back</Trans>
        </Button>
      </Inline>
    </Stack>
  );
  const attributes = { ref: root, tabIndex: -1, 'aria-labelledby': headingId };
  return inside ? (
    <section {...attributes}>{content}</section>
  ) : (
    <Card as="section" {...attributes}>
      {content}
    </Card>
  );
}
