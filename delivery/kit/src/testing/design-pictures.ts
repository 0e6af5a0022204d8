export * from '@portal/server-testing/design-pictures';
