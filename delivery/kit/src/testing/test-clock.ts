export * from '@portal/delivery-tools/dev/testing/test-clock';
