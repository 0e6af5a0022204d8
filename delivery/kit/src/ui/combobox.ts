export * from '@portal/shared-ui/combobox';
