export * from '@portal/delivery-tools/dev/testing/left-page';
