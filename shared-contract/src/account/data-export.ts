import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TicketSchema } from '../ticket.ts';

/** The page that the mailed link opens, with `?data_export=…`. */
export const DATA_EXPORT_PATH = '/account/settings';
export const DATA_EXPORT_PARAM = 'data_export';
export const DATA_EXPORT_LINK_MS = 24 * 60 * 60 * 1000;

export const requestDataExport = endpoint('POST', '/me/data-export', {
  access: 'member',
  protection: { stepUp: 'export_data' },
  value: 'account',
  summary: "Mails the member a link to download the member's data.",
  errors: ['too_many_attempts'],
});

/** Called by the button of that page; the link works once, for the signed-in member it was mailed to. */
export const takeDataExport = endpoint('POST', '/me/data-export/download', {
  access: 'member',
  protection: 'browser',
  value: 'account',
  summary: "The member's data as a ZIP file, by the mailed link, once.",
  body: v.object({ code: TicketSchema }),
  answer: v.file(),
  errors: ['token.not_found'],
});
