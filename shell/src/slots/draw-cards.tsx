import { drawCardsWith } from '@portal/shared-ui';
import type { RemoteRegistry } from '../remotes/remote-registry.ts';
import { Card } from './card.tsx';

/** Lets the screens' slots draw the cards of remotes from now on. */
export function drawCards(remotes: RemoteRegistry): void {
  drawCardsWith((card) => <Card {...card} remotes={remotes} />);
}
