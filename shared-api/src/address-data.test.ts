import { loadPrefectures, lookUpAddress } from './address-data.ts';
import { configureApi } from './call.ts';

const tokyo = { id: 13, name: { ja: '東京都', en: 'Tokyo' } };
const paths: string[] = [];
let answers: Response[] = [];

beforeEach(() => {
  paths.length = 0;
  configureApi({
    locale: () => 'ja',
    config: { apiUrl: 'http://portal.example/api' },
    tokens: {
      accessToken: async () => 'token',
      renew: async () => ({ ok: true, accessToken: 'token' }),
    },
    onNotFound: () => paths.push('/404'),
    onRefused: () => {},
    fetch: async (input, init) => {
      paths.push(new URL(new Request(input, init).url).pathname);
      return answers.shift() ?? Response.error();
    },
  });
});

// @proves 3.32
test('the prefectures are loaded once; a failure is not kept', async () => {
  answers = [
    Response.json({ error: 'request.invalid' }, { status: 422 }),
    Response.json({ data: [tokyo] }),
  ];
  expect(await loadPrefectures()).toMatchObject({ ok: false });
  expect(await loadPrefectures()).toMatchObject({ ok: true, data: [tokyo] });
  expect(await loadPrefectures()).toMatchObject({ ok: true, data: [tokyo] });
  expect(paths).toEqual(['/api/prefectures', '/api/prefectures']);
});

// @proves 7.8
test('a postal code that is not found fails in the form and leads to no page', async () => {
  answers = [Response.json({ error: 'request.not_found' }, { status: 404 })];
  expect(await lookUpAddress('0000000')).toMatchObject({ ok: false, error: { status: 404 } });
  expect(paths).toEqual(['/api/postal-code/0000000']);
});
