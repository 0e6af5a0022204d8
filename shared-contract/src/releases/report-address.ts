/** Where a page sends its reports, with the token that says from which page they are. */
export const reportAddress = (apiUrl: string, token: string | undefined): string =>
  `${apiUrl}/telemetry${fromPage(token)}`;

/** Where it sends how fast it was. */
export const viewsAddress = (apiUrl: string, token: string | undefined): string =>
  `${apiUrl}/telemetry/views${fromPage(token)}`;

const fromPage = (token: string | undefined) => (token === undefined ? '' : `?page=${token}`);
