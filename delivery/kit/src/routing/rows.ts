export * from '@portal/shared-routing/rows';
