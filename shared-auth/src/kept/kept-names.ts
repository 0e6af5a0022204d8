/** The address of the first page of passports, with its query sorted: what is kept of it are today's passes. */
export const KEPT_PASSES = '/passports?limit=10&page=1';
/** The grants to make codes of these, by the pass's id; no address of the API has this name. */
export const KEPT_GRANTS = 'gate-grants';
