import type { FirstView } from '@portal/shared-routing/first-view';
import { PortalTerms } from './screens/terms-of-service.tsx';
import { Component as Welcome } from './screens/welcome.tsx';

export { headers } from './first-headers.tsx';

export const firstViews: readonly FirstView[] = [
  { path: '/', visitor: 'stranger', draw: () => <Welcome /> },
  { path: '/terms-of-service', visitor: 'stranger', draw: () => <PortalTerms /> },
];
