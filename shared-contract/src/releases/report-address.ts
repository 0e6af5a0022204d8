/** Where a page sends its reports. */
export const reportAddress = (apiUrl: string): string => `${apiUrl}/telemetry`;
