import { remotePandaConfig } from '@portal/shared-ui/panda';

/** Builds this remote's own style sheet. The class prefix is the same as in src/css.ts. */
export default remotePandaConfig({ prefix: 'mp' });
