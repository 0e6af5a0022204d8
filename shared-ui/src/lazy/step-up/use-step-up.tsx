import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import {
  CODE_ERRORS,
  type ErrorCode,
  type ProofCodeType,
  type TargetCodeType,
} from '@portal/shared-contract';
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
import { Prove } from './prove.tsx';
import { StepUp } from './step-up.tsx';

export type ConfirmedAction = Action & {
  /**
   * Runs the action. If it needs a recent proof first, {@link StepUpArea} asks for it in place of
   * the form, and after the proof the action runs once more.
   */
  readonly perform: <T>(work: () => Promise<Result<T>>, done: (answer: Result<T>) => void) => void;
  /** What asks for the proof, while one is needed. */
  readonly confirm: ReactElement | null;
};

type Options = {
  /** The code that confirms the address or number which the action is about. */
  readonly target?: TargetCodeType | undefined;
  /** Says why a proof is needed and what follows. */
  readonly why?: ReactNode;
  /** Set if it shows within a card already. */
  readonly inside?: boolean;
};

/** What an action waits for. */
type Wanted = { readonly kind: 'proof' | 'target'; readonly goOn: () => void };

/**
 * An action that needs a recent proof of the member (product §11.10, §11.11).
 * @param type what a code is for, which its message says
 */
export function useStepUp(
  type: ProofCodeType,
  { target, why, inside = false }: Options = {},
): ConfirmedAction {
  const action = useAction();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const asker = useFocusBack(wanted !== null);

  function perform<T>(work: () => Promise<Result<T>>, done: (answer: Result<T>) => void): void {
    asker.current = document.activeElement;
    const understand = (answer: Result<T> | undefined) => {
      if (!answer) return;
      const kind = answer.ok ? undefined : kindOf(apiErrorCode(answer.error), target);
      if (!kind) return done(answer);
      action.clear();
      const goOn = () => {
        setWanted(null);
        void action.follow(work).then(understand);
      };
      setWanted({ kind, goOn });
    };
    void action.run(work).then(understand);
  }

  return {
    ...action,
    perform,
    confirm: wanted && (
      <Confirm inside={inside} cancel={() => setWanted(null)}>
        {wanted.kind === 'target' && target ? (
          <StepUp type={target} onVerified={wanted.goOn}>
            <Text>
              <Trans>We send a code there to make sure that it reaches you.</Trans>
            </Text>
          </StepUp>
        ) : (
          <Prove type={type} onProven={wanted.goOn}>
            {why ?? (
              <Text>
                <Trans>
                  To protect your account, please confirm that it is you. What you entered has been
                  kept.
                </Trans>
              </Text>
            )}
          </Prove>
        )}
      </Confirm>
    ),
  };
}

type StepUpAreaProps = {
  readonly action: Pick<ConfirmedAction, 'confirm'>;
  readonly children: ReactNode;
};

/**
 * Asks for the proof in place of its children. They stay mounted but hidden, so that nothing typed
 * is lost.
 */
export function StepUpArea({ action: { confirm }, children }: StepUpAreaProps): ReactElement {
  return (
    <>
      {confirm}
      <div hidden={confirm !== null}>{children}</div>
    </>
  );
}

function kindOf(
  code: ErrorCode | undefined,
  target: TargetCodeType | undefined,
): Wanted['kind'] | undefined {
  if (code === 'user.proof_required') return 'proof';
  return target !== undefined && code === CODE_ERRORS[target] ? 'target' : undefined;
}

/**
 * Returns the focus to the element that asked for the proof, when what asks for it disappears
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
        <Button variant="outline" wide="onPhone" onClick={cancel}>
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
