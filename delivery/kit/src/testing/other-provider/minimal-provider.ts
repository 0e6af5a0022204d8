export * from '@portal/server-testing/other-provider/minimal-provider';
