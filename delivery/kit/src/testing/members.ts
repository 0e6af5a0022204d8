export * from '@portal/server-testing/members';
