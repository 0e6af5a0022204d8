import { button } from './button.ts';
import {
  artPicture,
  avatar,
  descriptionList,
  icon,
  iconDisc,
  installSteps,
  logo,
  notificationSummary,
  row,
  steps,
} from './display.ts';
import { badge, banner, emptyState, progressBar, skeleton, spinner, toast } from './feedback.ts';
import {
  choice,
  control,
  errorSummary,
  field,
  fieldset,
  passwordStrength,
  pinInput,
} from './field.ts';
import {
  card,
  heading,
  inline,
  page,
  skipLink,
  stack,
  text,
  visuallyHidden,
  wayUp,
} from './layout.ts';
import { dialog, menu } from './popups.ts';
import { dateField, formPair, monthGrid, towns, wheel } from './profile.ts';
import { richText } from './rich-text.ts';

export const recipes = {
  artPicture,
  avatar,
  badge,
  button,
  card,
  control,
  formPair,
  heading,
  icon,
  iconDisc,
  inline,
  installSteps,
  page,
  richText,
  skeleton,
  skipLink,
  spinner,
  stack,
  text,
  visuallyHidden,
  wayUp,
};

export const slotRecipes = {
  banner,
  choice,
  dateField,
  descriptionList,
  dialog,
  emptyState,
  errorSummary,
  field,
  fieldset,
  logo,
  menu,
  monthGrid,
  notificationSummary,
  passwordStrength,
  pinInput,
  progressBar,
  row,
  steps,
  toast,
  towns,
  wheel,
};
