import type { MessageDescriptor } from '@lingui/core';
import type { Guard, Layout } from '@portal/shared-routing';

/** What the layout knows about the current route. */
export type RouteHandle = {
  readonly layout: Layout;
  readonly guard: Guard;
  /** Undefined for a screen that sets its own title: unknown addresses and error screens. */
  readonly title?: MessageDescriptor;
  /** The remote that owns the screen; undefined for the shell's own. */
  readonly remote?: string;
  /** The screen stays in the document for a return. */
  readonly keepAlive?: true;
};
