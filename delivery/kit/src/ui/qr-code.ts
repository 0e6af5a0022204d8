export * from '@portal/shared-ui/qr-code';
