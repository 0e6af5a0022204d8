/** The page of an order. @param number twelve digits */
export const orderPath = (number: string) => `/my-page/passports/purchases/${number}` as const;
