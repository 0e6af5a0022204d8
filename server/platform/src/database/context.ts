import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/** The context of every domain function. The domain knows neither HTTP nor OpenID Connect. */
export type DomainContext = { readonly db: Database; readonly clock: Clock };
