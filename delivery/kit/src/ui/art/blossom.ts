export * from '@portal/shared-ui/art/blossom';
