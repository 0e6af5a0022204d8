/** A file of an e-mail message, as data; it is made when the message is sent. */
export type Attachment =
  /** The picture of a passport's design, shown in the message as `cid:` and this id (RFC 2392). */
  | { readonly kind: 'design'; readonly contentId: string; readonly designId: string }
  /** An iCalendar file (RFC 5545). */
  | { readonly kind: 'calendar'; readonly name: string; readonly text: string };
