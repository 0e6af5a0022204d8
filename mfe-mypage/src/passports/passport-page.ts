import type { EndpointAnswer, listPassports } from '@portal/kit/contract';

/** The first page of the member's passports, as the API answers it. */
export type PassportPage = EndpointAnswer<typeof listPassports>;
