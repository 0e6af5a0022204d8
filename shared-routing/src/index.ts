export * from './flow/deadline.ts';
export * from './flow/draft.ts';
export * from './flow/flow.ts';
export * from './href.ts';
export * from './locale-link.tsx';
export * from './router.ts';
export * from './rows.ts';
export * from './soon.ts';
