export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './page.ts';
export * from './profile-completeness.ts';
export * from './schemas.ts';
