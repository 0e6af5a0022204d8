import { type ApiError, type CallArguments, call, type Result } from '@portal/shared-api';
import { submitting, useSubmitButton } from '@portal/shared-auth';
import type { Endpoint, EndpointAnswer, EndpointInput } from '@portal/shared-contract';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps, type WordsLook } from '../button.tsx';
import { Inline } from '../layout.tsx';

export type FormCall<E extends Endpoint> = readonly [endpoint: E, input: EndpointInput<E>];
export type FormAnswer<E extends Endpoint> = Result<EndpointAnswer<E>>;

export type Action = ReturnType<typeof useAction>;

type Work<T> = () => Promise<Result<T>>;

/** Calls the API for a form inside a page that stays. */
export const formCall = <E extends Endpoint>(...[endpoint, input]: FormCall<E>) =>
  call(endpoint, ...([input, { purpose: 'form' }] as unknown as CallArguments<E>));

/** The state of an action that a button starts. It runs once at a time and keeps its error as a value. */
export function useAction() {
  const { disabled, submit } = useSubmitButton();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function settled<T>(work: Work<T>): Promise<Result<T>> {
    setBusy(true);
    setError(null);
    try {
      const answer = await work();
      if (!answer.ok) setError(answer.error);
      return answer;
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    /** True while any form's request runs, and for 600 ms after it: nothing can be submitted. */
    disabled,
    /** The error of the last run; null again when the next run starts. */
    error,
    clear: () => setError(null),
    /** Returns undefined without running `work` if another request is running. */
    run: <T,>(work: Work<T>) => submit(() => settled(work)),
    /** As `run`, for one call of the API. */
    send: <E extends Endpoint>(...sent: FormCall<E>) =>
      submit(() => settled(() => formCall(...sent))),
    /** Runs `work` as the continuation of another request, without waiting out the 600 ms after that one. */
    follow: <T,>(work: Work<T>) => submitting(() => settled(work)),
  };
}

type ButtonOfAction = Omit<ButtonProps, 'busy' | 'disabled' | keyof WordsLook> &
  WordsLook & { readonly action: Pick<Action, 'busy' | 'disabled'> };

/** The button of an action: `aria-disabled` keeps the focus; the action refuses to run twice. */
export function ActionButton({ action, ...rest }: ButtonOfAction) {
  return (
    <Button
      {...rest}
      busy={action.busy}
      aria-disabled={action.disabled || action.busy || undefined}
    />
  );
}

type Props = { readonly action: Action; readonly children: ReactNode };

export function SubmitButton({ action, children }: Props) {
  return (
    <Inline>
      <ActionButton type="submit" wide="onPhone" action={action}>
        {children}
      </ActionButton>
    </Inline>
  );
}
