export * from '@portal/server-testing/passports';
