import { messages as texts } from '@portal/shared-i18n/locales/en.po';
import { messages as components } from '@portal/shared-ui/locales/en.po';
import { messages as shell } from '../locales/en.po';

/** Every English text that the shell and what it shares need, as one file. */
export const messages = { ...texts, ...components, ...shell };
