export * from '@portal/shared-contract/testing';
