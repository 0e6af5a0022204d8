export * from '@portal/server-testing/account-client';
