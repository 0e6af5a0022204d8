import type { MessageDescriptor } from '@portal/server-platform/i18n';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';

type Middleware = (
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
) => Promise<unknown> | unknown;
/** A handler of a page of the sign-in. */
export type PageHandler = (ctx: KoaContextWithOIDC, interaction: Interaction) => Promise<void>;
/** The handlers of a page of the sign-in, by method. */
export type Page = { readonly GET?: PageHandler; readonly POST?: PageHandler };

/** Another service with which members sign in, as the sign-in knows it. */
export type Connection = {
  /** The addresses that are no part of a sign-in. */
  readonly middleware: Middleware;
  /** Its pages of a sign-in. */
  readonly pages: Readonly<Record<string, Page>>;
  /** The link to it on the sign-in page. */
  readonly button: {
    /** Among `pages`. */
    readonly page: string;
    readonly className: string;
    readonly label: MessageDescriptor;
  };
  /** The query of the first page where the portal asks for this service; else undefined. */
  readonly firstQuery: (params: Interaction['params']) => string | undefined;
  /** The first page of a sign-in, where it is not the sign-in form. */
  readonly start: (ctx: KoaContextWithOIDC, interaction: Interaction) => Promise<void> | undefined;
  /** Why the service authenticated nobody, from the page's query. */
  readonly noticeOf: (ctx: KoaContextWithOIDC) => MessageDescriptor | undefined;
};
