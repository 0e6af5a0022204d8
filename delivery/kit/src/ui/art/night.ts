export * from '@portal/shared-ui/art/night';
