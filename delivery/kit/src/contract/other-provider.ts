export * from '@portal/shared-contract/other-provider';
