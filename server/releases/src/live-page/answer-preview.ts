import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerText } from '@portal/delivery-model/page/message';
import { endPreviewCookie, previewCookie } from '@portal/delivery-model/preview/cookie';
import { PREVIEW_TOKEN_MAX_LENGTH } from '@portal/delivery-model/preview/preview';
import { readFields } from '@portal/server-platform/http/forms';
import { keepPace } from '@portal/shared-process/body-pace';
import type { ReleaseContext } from '../context.ts';
import { BEGIN_PAGE } from './begin-page.ts';
import type { Previews } from './previews.ts';

const BODY_MAX_BYTES = PREVIEW_TOKEN_MAX_LENGTH + 100;

type Context = Pick<ReleaseContext, 'config' | 'clock'>;

/**
 * Answers at `/preview`: the page on which a browser begins a preview, its form, and the button of the
 * badge that ends it. Both forms must come from the portal's own pages, so that no other site begins one.
 */
export async function answerPreview(
  { config, clock }: Context,
  previews: Previews,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    for (const [name, value] of Object.entries(BEGIN_PAGE.headers)) response.setHeader(name, value);
    response.end(request.method === 'HEAD' ? undefined : BEGIN_PAGE.body);
    return;
  }
  const secure = config.portalOrigin.startsWith('https:');
  if (request.headers.origin !== config.portalOrigin) {
    refuse(
      response,
      'The form does not come from a page of this portal.',
      'Open the address again.',
    );
    return;
  }
  keepPace(request);
  const form = await readFields(request, BODY_MAX_BYTES);
  if (!form) {
    response.setHeader('connection', 'close');
    refuse(response, 'The form is too large, or came too slowly.', 'Open the whole address again.');
    return;
  }
  if (form.has('end')) {
    goOn(response, endPreviewCookie({ secure }));
    return;
  }
  const token = form.get('token') ?? '';
  const checked = await previews.check(token);
  if ('code' in checked) refuse(response, checked.reason, checked.remedy);
  else {
    const seconds = Math.ceil((checked.expires.getTime() - clock.now().getTime()) / 1000);
    goOn(response, previewCookie(token, { secure, seconds }));
  }
}

function refuse(response: ServerResponse, reason: string, remedy: string): void {
  answerText(response, 403, `${reason}\n${remedy}\n`);
}

/** To the portal, which is shown with the cookie from then on. */
function goOn(response: ServerResponse, cookie: string): void {
  answerText(response, 303, '', { location: '/', 'set-cookie': cookie });
}
