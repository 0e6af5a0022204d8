import { type ApiError, type CallArguments, call, type Result } from '@portal/shared-api';
import { submitting, useSubmitButton } from '@portal/shared-auth';
import type { Endpoint, EndpointAnswer, EndpointInput } from '@portal/shared-contract';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button, type ButtonProps, type WordsLook } from '../button.tsx';
import { Inline } from '../layout.tsx';

export type FormCall<E extends Endpoint> = readonly [endpoint: E, input: EndpointInput<E>];
export type FormAnswer<E extends Endpoint> = Result<EndpointAnswer<E>>;

export type Action = {
  readonly busy: boolean;
  /** True while any form's request runs, and for 600 ms after it: nothing can be submitted. */
  readonly disabled: boolean;
  /** The error of the last run; null again when the next run starts. */
  readonly error: ApiError | null;
  /** Runs `work`; returns undefined without running it if another request is running. */
  readonly run: <T>(work: () => Promise<Result<T>>) => Promise<Result<T> | undefined>;
  /** As `run`, for one call of the API. */
  readonly send: <E extends Endpoint>(...call: FormCall<E>) => Promise<FormAnswer<E> | undefined>;
  /** Runs `work` as the continuation of another request, without waiting out the 600 ms after that one. */
  readonly follow: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly clear: () => void;
};

/** Calls the API for a form inside a page that stays. */
export const formCall = <E extends Endpoint>(...[endpoint, input]: FormCall<E>) =>
  call(endpoint, ...([input, { purpose: 'form' }] as unknown as CallArguments<E>));

/** The state of an action that a button starts. It runs once at a time and keeps its error as a value. */
export function useAction(): Action {
  const { disabled, submit } = useSubmitButton();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function settled<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
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
    disabled,
    error,
    clear: () => setError(null),
    run: (work) => submit(() => settled(work)),
    send: (...sent) => submit(() => settled(() => formCall(...sent))),
    follow: (work) => submitting(() => settled(work)),
  };
}

type ButtonOfAction = Omit<ButtonProps, 'busy' | 'disabled' | keyof WordsLook> &
  WordsLook & { readonly action: Pick<Action, 'busy' | 'disabled'> };

/** The button of an action: `aria-disabled` keeps the focus; the action refuses to run twice. */
export function ActionButton({ action, ...rest }: ButtonOfAction): ReactElement {
  return (
    <Button
      {...rest}
      busy={action.busy}
      aria-disabled={action.disabled || action.busy || undefined}
    />
  );
}

type Props = { readonly action: Action; readonly children: ReactNode };

export function SubmitButton({ action, children }: Props): ReactElement {
  return (
    <Inline>
      <ActionButton type="submit" wide="onPhone" action={action}>
        {children}
      </ActionButton>
    </Inline>
  );
}
