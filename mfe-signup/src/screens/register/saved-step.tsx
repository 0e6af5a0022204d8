import type { Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import {
  type Deferred,
  deferred,
  type LoaderFunctionArgs,
  useLoaderData,
} from '@portal/kit/routing';
import type { ReactElement, ReactNode } from 'react';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { registerFlow } from './flow.ts';

type Data = { readonly member: Deferred<Result<User>> };

/** The loader of the steps that follow the saved profile. */
export async function loadSavedStep({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  return registerFlow.openStep(request) ?? { member: await deferred(loadMember()) };
}

type Props = { readonly children: (member: User) => ReactNode };

/** The content of a step with `loadSavedStep`: it needs the member. */
export function SavedStep({ children }: Props): ReactElement {
  const { member } = useLoaderData<Data>();
  return <WhenLoaded data={member}>{children}</WhenLoaded>;
}
