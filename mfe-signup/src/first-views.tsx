import type { FirstView } from '@portal/kit/routing/first-view';
import { Component as SignUp } from './screens/signup/index.tsx';

export const firstViews: readonly FirstView[] = [
  { path: '/signup', visitor: 'stranger', draw: () => <SignUp /> },
];
