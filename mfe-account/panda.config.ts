import { remotePandaConfig } from '@portal/shared-ui/panda';

/** This remote's own sheet; the prefix is the one of src/css.ts. */
export default remotePandaConfig({ prefix: 'ac' });
