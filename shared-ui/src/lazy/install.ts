/** How the portal becomes an app on this device; only where it is offered. */
export * from '../install/install-steps.tsx';
export * from '../install/use-install-way.ts';
