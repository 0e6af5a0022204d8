import { remotePandaConfig } from '@portal/kit/ui/panda';

/** Builds this remote's own style sheet. The class prefix is the same as in src/css.ts. */
export default remotePandaConfig({ prefix: 'mp' });
