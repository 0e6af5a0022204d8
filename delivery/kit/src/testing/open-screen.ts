export * from '@portal/delivery-tools/dev/testing/open-screen';
