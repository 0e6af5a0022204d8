export * from '@portal/shared-contract/offline-code';
