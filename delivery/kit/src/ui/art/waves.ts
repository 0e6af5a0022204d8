export * from '@portal/shared-ui/art/waves';
