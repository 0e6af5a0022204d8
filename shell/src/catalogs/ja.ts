import { messages as texts } from '@portal/shared-i18n/locales/ja.po';
import { messages as components } from '@portal/shared-ui/locales/ja.po';
import { messages as shell } from '../locales/ja.po';

/** Every Japanese text that the shell and what it shares need, as one file. */
export const messages = { ...texts, ...components, ...shell };
