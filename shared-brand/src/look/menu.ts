import { MENU_ICONS } from '@portal/shared-contract';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';

export const Text = v.pipe(v.string(), v.maxLength(2000));
/** With a plain host, since the origin becomes part of a header. */
export const WebAddress = v.pipe(
  Text,
  v.regex(/^https?:\/\/[\w.:[\]-]+([/?#]\S*)?$/, 'an address that begins with https://'),
  v.url(),
);
export const Localized = v.strictObject({ ja: Text, en: Text });

/** Where a row stands in the side menu; the configuration of an environment may say it anew. */
export const MENU_PLACE = {
  order: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999))),
  group: v.exactOptional(PartNameSchema),
  icon: v.exactOptional(v.picklist(MENU_ICONS)),
};

/** The brand's links to other sites, each with one address or one for each language. */
export const MenuLinksSchema = v.pipe(
  v.array(
    v.strictObject({
      name: Localized,
      url: v.union(
        [WebAddress, v.strictObject({ ja: WebAddress, en: WebAddress })],
        'an address that begins with https://, or { "ja": …, "en": … } with one for each language',
      ),
      order: MENU_PLACE.order,
    }),
  ),
  v.maxLength(20),
);
/** What the operator changes of the side menu, by the path of the screen. */
export const MenuChangesSchema = v.record(
  v.pipe(Text, v.regex(/^\//)),
  v.strictObject({
    ...MENU_PLACE,
    tab: v.exactOptional(v.literal(true)),
    hidden: v.exactOptional(v.literal(true)),
  }),
);
