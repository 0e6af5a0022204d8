import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { confirmAct, confirmedPlace, forgetConfirmedAct } from '@portal/shared-auth';
import {
  type Act,
  CODE_ERRORS,
  type Endpoint,
  getStepUp,
  type TargetCodeType,
} from '@portal/shared-contract';
import { useLocation } from '@portal/shared-routing';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Banner } from '../../banner.tsx';
import { Button } from '../../button.tsx';
import { type FormAnswer, type FormCall, formCall, useAction } from '../../flow/action.tsx';
import { apiErrorCode } from '../../flow/api-error-banner.tsx';
import { Card, Heading, Inline, Stack, Text } from '../../layout.tsx';
import { StepUp } from './step-up.tsx';

type Work<T> = () => Promise<Result<T>>;

export type ConfirmedAction = ReturnType<typeof useStepUp>;

type Options = {
  /** Distinguishes several actions of one act on a page: what it is about. */
  readonly place?: string;
  /** The code that confirms the address or number which the action is about. */
  readonly target?: TargetCodeType | undefined;
  /** Set if it shows within a card already. */
  readonly inside?: boolean;
  /**
   * Performs the act again when the member is back, where it takes nothing more. Without it the page waits for a press,
   * as a form with a password and a dialog of the device have to.
   */
  readonly finish?: () => void;
};

export function useStepUp(act: Act, { place = '', target, inside = false, finish }: Options = {}) {
  const action = useAction();
  const here = useAddress();
  const [returned, setReturned] = useState(() => !finish && confirmedPlace(act) === place);
  const finishes = useRef(false);
  const [wanted, setWanted] = useState<{ readonly goOn: () => void }>();
  const asker = useFocusBack(wanted !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, as the page comes back
  useEffect(() => {
    if (confirmedPlace(act) !== place) return;
    // Before the act, so that nothing runs it twice.
    forgetConfirmedAct();
    finishes.current = finish !== undefined;
    finish?.();
  }, []);

  /** Runs the action, after a confirmation at the provider if needed. Back here it runs, or `returned` is set. */
  function performAll<T>(work: Work<T>, done: (answer: Result<T>) => void): void {
    asker.current = document.activeElement;
    setReturned(false);
    const understand = (answer: Result<T> | undefined) => {
      if (!answer) return;
      const refused = answer.ok ? undefined : apiErrorCode(answer.error);
      const mayLeave = !finishes.current;
      finishes.current = false;
      // A page that finishes by itself never leaves by itself: it could turn between here and the provider.
      if (refused === 'user.step_up_required' && mayLeave) {
        action.clear();
        return void confirmAct(act, here, place);
      }
      if (target === undefined || refused !== CODE_ERRORS[target]) return done(answer);
      action.clear();
      const goOn = () => {
        setWanted(undefined);
        void action.follow(work).then(understand);
      };
      setWanted({ goOn });
    };
    // Nobody has pressed, so no second press has to be waited out.
    const begin = finishes.current ? action.follow : action.run;
    void begin(work).then(understand);
  }

  /** Has the act confirmed before a last question, or a form of which nothing may be lost, opens. */
  function prepare(open: () => void): void {
    void action.send(getStepUp, { query: { act } }).then((answer) => {
      if (!answer?.ok) return;
      if (answer.data.data.allowed_until !== null) return open();
      void confirmAct(act, here, place);
    });
  }

  return {
    ...action,
    /** As `performAll`, for one call. */
    perform: <E extends Endpoint>(
      ...[endpoint, input, done]: [...FormCall<E>, done: (answer: FormAnswer<E>) => void]
    ) => performAll(() => formCall(endpoint, input), done),
    performAll,
    prepare,
    /** The member has just come back from confirming an act that waits for one more press. */
    returned,
    /** What asks for the code to an address or number, while one is needed. */
    confirm:
      wanted && target ? (
        <ConfirmTarget inside={inside} cancel={() => setWanted(undefined)}>
          <StepUp type={target} onVerified={wanted.goOn}>
            <Text>
              <Trans>We send a code there to make sure that it reaches you.</Trans>
            </Text>
          </StepUp>
        </ConfirmTarget>
      ) : null,
  };
}

type StepUpAreaProps = {
  readonly action: Pick<ConfirmedAction, 'confirm' | 'returned'>;
  readonly children: ReactNode;
};

/** Stacks its children; while a code is asked for in their place they stay mounted, so that nothing typed is lost. */
export function StepUpArea({ action: { confirm, returned }, children }: StepUpAreaProps) {
  return (
    <>
      {confirm}
      <div hidden={confirm !== null}>
        <Stack gap="md">
          {returned && <BackFromConfirming />}
          {children}
        </Stack>
      </div>
    </>
  );
}

/** Takes the focus, because the page has been loaded anew and begins at its top. */
function BackFromConfirming() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Banner tone="success">
        <Trans>You have confirmed that it is you. You can finish with the button below.</Trans>
      </Banner>
    </div>
  );
}

/** Returns the focus to what asked for the code, when the question disappears together with the focus. */
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

function ConfirmTarget({ inside, cancel, children }: ConfirmProps) {
  const root = useRef<HTMLElement>(null);
  const headingId = useId();
  useEffect(() => root.current?.focus(), []);
  const content = (
    <Stack gap="md">
      <Heading id={headingId} level={inside ? 3 : 2}>
        <Trans>Confirm it’s you</Trans>
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

/** The address of the screen: path, query and fragment. */
export function useAddress(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}
