export * from '@portal/server-testing';
