export * from '@portal/shared-contract';
