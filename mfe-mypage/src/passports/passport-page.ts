import type { EndpointAnswer, listPassports } from '@portal/kit/contract';

export type PassportPage = EndpointAnswer<typeof listPassports>;
