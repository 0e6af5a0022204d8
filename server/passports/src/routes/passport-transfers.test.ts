import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import {
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import type { Passport } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});

describe('check-username', () => {
  const check = async (username: string) => {
    const query = new URLSearchParams({ username });
    return hanako.call('GET', `/passports/check-username?${query}`);
  };

  // @proves 7.62 14.22
  test('finds a member by code, in half-width and full-width digits', async () => {
    const wide = taro.code.replace(/\d/g, (digit) =>
      String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
    );
    for (const typed of [taro.code, ` ${taro.code} `, wide]) {
      expect((await check(typed)).body).toEqual({ data: { other: '田***' } });
    }
  });

  // @proves 14.24
  test('answers the same for every address, with or without an account', async () => {
    const known = await check(taro.email);
    const unknown = await check('m-nobody-7@example.com');
    const left = await createPassportClient(server);
    await server.db
      .update(members)
      .set({ closedAt: server.clock.now() })
      .where(eq(members.id, left.id));
    for (const answer of [known, unknown, await check(left.email)]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: { other: expect.stringMatching(/^m\*\*\*.@example\.com$/) },
      });
    }
  });

  test('is rate limited, so that codes cannot be guessed', async () => {
    const answers = [];
    for (let tried = 0; tried < 31; tried += 1) answers.push(verdictOf(await check('0000000000')));
    expect(answers.slice(0, 30)).not.toContain('429 too_many_attempts');
    expect(answers.at(30)).toBe('429 too_many_attempts');
  });
});

describe('a transfer', () => {
  // @proves 4.25 4.26 7.63 7.64 14.27 14.29
  test('gives the passport and new codes to the receiver, and notifies both sides', async () => {
    const passport = await hanako.buyPaid();
    const titles = async (client: PassportClient) => {
      const list = (await client.call('GET', '/notifications?limit=50')).body.data;
      return list.map(({ title }: { title: string }) => title);
    };
    const before = (await hanako.call('GET', `/passports/${passport.id}/code`)).body.data.codes;
    await hanako.offer(passport.id, taro.code);
    expect(await titles(taro)).toEqual(['年間パスポートが届いています']);
    server.clock.advance(1000);
    const accepted = await taro.answer(passport.id, 'accepted');
    expect(accepted.body.data).toMatchObject({
      role: 'owner',
      holder: { last_name: '田中', first_name: '太郎' },
      photo: null,
      transfer: null,
      transfer_status_name: { code: 'accepted' },
    });
    expect(await titles(taro)).toContain('パスポートを受け取りました');
    expect(await titles(hanako)).toContain('パスポートをお渡ししました');

    await taro.call('PUT', `/passports/${passport.id}`, { photo_id: await taro.newPhoto() });
    const after = (await taro.call('GET', `/passports/${passport.id}/code`)).body.data.codes;
    expect(after[0].text.slice(0, 40)).not.toBe(before[0].text.slice(0, 40));
  });

  // @proves 4.28 7.65
  test('to an unverified address is not visible to its member', async () => {
    const unproven = await createPassportClient(server, { emailVerified: false });
    const { id } = await hanako.buyPaid();
    const offered = await hanako.offer(id, unproven.email);
    expect(offered.body.data.transfer_status_name.code).toBe('transferring');
    expect(verdictOf(await unproven.answer(id, 'accepted'))).toBe('404 ap_passport.not_found');
    expect((await unproven.call('GET', '/passports')).body.meta.total).toBe(0);
    expect((await hanako.withdraw(id)).body.data.transfer_status_name).toBeNull();
  });

  // @proves 14.24
  test('looks the same to its sender whether the address has an account or not', async () => {
    const known = 'known-1-x@example.com';
    await createPassportClient(server, { email: known });
    const seen = [];
    for (const address of [known, 'kn0wn-1-x@example.com']) {
      const { id } = await hanako.buyPaid();
      const offered = await hanako.offer(id, address);
      const { data } = (await hanako.call('GET', '/passports')).body;
      const listed = data.find((passport: Passport) => passport.id === id);
      const notifications = (await hanako.call('GET', '/notifications?limit=50')).body.data;
      const told = notifications.flatMap(({ body }: { body: string }) =>
        body.includes(id) ? body : [],
      );
      told.sort();
      const withdrawn = await hanako.withdraw(id);
      const all = [offered.status, offered.body, listed, told, withdrawn.body];
      // Ids, numbers and signed addresses differ.
      seen.push(JSON.stringify(all).replaceAll(/[0-9a-f-]{36}|\?[^"]+|"\d{10}"|"\d{12}"/g, ''));
    }
    expect(seen[0]).toContain('k***x@example.com');
    expect(seen[0]).toBe(seen[1]);
  });
});
