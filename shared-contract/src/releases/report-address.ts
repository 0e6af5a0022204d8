/** Where a page sends its reports, with the token that says from which page they are. */
export const reportAddress = (apiUrl: string, token: string | undefined): string =>
  `${apiUrl}/telemetry${token === undefined ? '' : `?page=${token}`}`;
