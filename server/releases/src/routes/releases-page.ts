import { withoutEndedPreviews } from '@portal/delivery-model/log/previews';
import { liveText, operationText, previewText, timeText } from '@portal/delivery-model/log/words';
import { EMPTY_STATE, partsOf } from '@portal/delivery-model/state';
import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp } from '@portal/server-endpoint/api';
import { Refusal } from '@portal/server-platform/outcome';
import { html } from 'hono/html';
import { auth } from 'hono/utils/basic-auth';
import type { ReleaseApiContext } from '../context.ts';
import { newest } from '../log/history.ts';
import { identifyTeam } from './mount-for-team.ts';

const ENTRIES = 100;

/**
 * Mounts the page of what is live, for staff in a browser: it asks for a token that has the scope `release`, as the
 * password of HTTP's basic authentication (RFC 7617). It loads nothing, which the policy of the API
 * forbids, and nothing is changed by it.
 */
export function mountReleasesPage(app: ApiApp, context: ReleaseApiContext): void {
  const portal = context.config.portalOrigin;
  app.get('/releases/page', async (c) => {
    const actor = await identifyTeam(context, c, auth(c.req.raw)?.password);
    if (actor instanceof Refusal) {
      c.header(
        'www-authenticate',
        'Basic realm="Releases; the password is your token", charset="UTF-8"',
      );
      return answerRefusal(c, actor);
    }
    const entries = await newest(context.db, undefined, ENTRIES);
    const state = entries[0]?.state ?? EMPTY_STATE;
    const shown = withoutEndedPreviews(state, context.clock.now().toISOString()).previews ?? {};
    c.header('cache-control', 'no-store');
    return c.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Releases of ${portal}</title>
  </head>
  <body>
    <main>
      <h1>Releases of ${portal}</h1>
      ${table(
        'What is live',
        partsOf(state).map(([part, live]) => [part, liveText(live)]),
      )}
      ${table(
        'Previews',
        Object.entries(shown).map(([name, preview]) => [name, previewText(preview)]),
      )}
      ${table(
        'History',
        entries.map(({ seq, at, by, operation }) => [
          `${seq}, ${timeText(at)}, ${by.team} (${by.token})`,
          operationText(operation),
        ]),
      )}
    </main>
  </body>
</html>`);
  });
}

const table = (title: string, rows: readonly (readonly [head: string, text: string])[]) =>
  html`<h2>${title}</h2>${
    rows.length === 0
      ? html`<p>None.</p>`
      : html`<table>${rows.map(([head, text]) => html`<tr><th scope="row">${head}</th><td>${text}</td></tr>`)}</table>`
  }`;
