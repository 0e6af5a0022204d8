import { remotePandaConfig } from '@portal/kit/ui/panda';

/** This remote's own stylesheet. The prefix is the one in src/css.ts. */
export default remotePandaConfig({ prefix: 'ac' });
