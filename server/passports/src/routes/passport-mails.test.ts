import { sharedServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import {
  actAsOperator,
  createPassportClient,
  type PassportClient,
} from '@portal/server-testing/passports';
import { formatOrderNumber, type Passport } from '@portal/shared-contract';
import { settleAllPayments } from '../payments/settle.ts';

const PORTAL = 'http://localhost:4300';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
beforeEach(async () => {
  server.clock.set(new Date('2026-11-22T03:00:00Z'));
  hanako = await createPassportClient(server);
});
const mailsOf = (work: () => Promise<unknown>) => messagesOf(server, work);
const payments = () => {
  if (!server.payments) throw new Error('No provider');
  return server.payments;
};

describe('an order to be paid at the counter', () => {
  // @proves 14.722
  test('is mailed at once: its number, what it is, the sum, until when to pay, and how to cancel', async () => {
    const holder = {
      kind: 'child',
      last_name: '山田',
      first_name: '陽太',
      date_of_birth: '2019-04-01',
    };
    const other = { ...(await hanako.order({ holder })), usage_start_date: '2026-12-24' };
    const order = await hanako.order({ others: [other] });
    const mails = await mailsOf(() => hanako.call('POST', '/passports', order));
    expect(mails.map(({ recipient }) => recipient)).toEqual([hanako.email]);
    const { subject, text, html } = mails[0] ?? {};
    expect(subject).toContain('ご注文（窓口でのお支払い）');
    const { body } = await hanako.call('POST', '/passports', order);
    for (const part of [text, html]) {
      expect(part).toContain(formatOrderNumber(body.data.order_number));
      expect(part).toContain('山田 花子');
      expect(part).toContain('おとな 9,800円（1年間、消費税10%込み）');
      expect(part).toContain('山田 陽太');
      expect(part).toContain('2026年12月24日（木）〜2027年12月23日（木）');
      expect(part).toContain('14,700円（税込）');
      expect(part).toContain('お支払い方法：窓口');
      expect(part).toContain('お支払い期限：2027年11月21日（日）（日本時間）');
      expect(part).toContain('お支払い前であれば');
      expect(part).toContain('利用開始日の前日までキャンセルでき、全額を返金します。');
      expect(part).toContain(`${PORTAL}/ja/my-page/passports/${body.data.id}`);
    }
  });

  // @proves 14.722
  test('is not mailed when it is paid by card', async () => {
    expect(await mailsOf(() => hanako.buy({ payment_type: 'card' }))).toEqual([]);
  });
});

describe('a receipt', () => {
  // @proves 14.71 14.72
  test('says what was bought, for when, for how much, and how to cancel it', async () => {
    const passport = await hanako.buy({ usage_start_date: '2026-12-01' });
    const mails = await mailsOf(() => actAsOperator(server, passport.id, 'paid'));
    expect(mails.map(({ recipient, kind }) => [recipient, kind])).toEqual([[hanako.email, 'mail']]);
    const { subject, text, html } = mails[0] ?? {};
    expect(subject).toContain('年間パスポートの領収書');
    for (const part of [text, html]) {
      expect(part).toContain('山田 花子');
      expect(part).toContain('2026年12月1日（火）〜2027年11月30日（火）');
      expect(part).toContain('9,800円（税込）');
      expect(part).toContain('お支払い方法：窓口');
      expect(part).toContain('お支払い日時：2026年11月22日（日）12:00（日本時間）');
      expect(part).toContain(formatOrderNumber(passport.order_number ?? ''));
      expect(part).toContain('2026年11月30日（月）まで');
      expect(part).toContain('印刷用の領収書は、ご注文のページにあります。');
      expect(part).toContain(`${PORTAL}/ja/my-page/passports/${passport.id}`);
    }
  });

  // @proves 14.71
  test('is sent once for a card payment, however often the result arrives', async () => {
    const bought = await hanako.call(
      'POST',
      '/passports',
      await hanako.order({ payment_type: 'card' }),
    );
    const passport = bought.body.data as Passport;
    const mails = await mailsOf(async () => {
      await payments().choose(bought.body.payment_url, 'pay', 'twice');
      await Promise.all([payments().deliver(), hanako.get(passport.id)]);
      server.clock.advance(5 * 60_000);
      await settleAllPayments(server.context);
      await hanako.get(passport.id);
    });
    expect(mails.map(({ recipient }) => recipient)).toEqual([hanako.email]);
    expect(mails[0]?.text).toContain('クレジットカード');
  });

  // @proves 14.73
  test('leaves no name, address or order number in the log', async () => {
    const passport = await hanako.buyPaid();
    const log = server.log.join('\n');
    for (const word of ['花子', hanako.email, passport.order_number ?? '-']) {
      expect(log).not.toContain(word);
    }
  });
});

describe('an offer', () => {
  let taro: PassportClient;
  beforeEach(async () => {
    taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
  });

  // @proves 14.74
  test('is mailed to its receiver: from whom, until when and where to answer', async () => {
    const passport = await hanako.buyPaid();
    const mails = await mailsOf(() => hanako.offer(passport.id, taro.email));
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [hanako.email, taro.email].sort(),
    );
    const { subject, text } = mails.find(({ recipient }) => recipient === taro.email) ?? {};
    expect(subject).toContain('年間パスポートが届いています');
    expect(text).toContain('山***');
    expect(text).toContain('2026年12月6日（日）12:00（日本時間）');
    expect(text).toContain(`${PORTAL}/ja/my-page/passports/${passport.id}`);
    // The sender and the holder are as in the notification: masked.
    for (const name of ['花子', '山田', hanako.email]) expect(text).not.toContain(name);
  });

  // @proves 14.75
  test('to an address without an account mails nobody but its giver', async () => {
    const passport = await hanako.buyPaid();
    const mails = await mailsOf(() => hanako.offer(passport.id, 'nobody@example.com'));
    expect(mails.map(({ recipient }) => recipient).filter(Boolean)).toEqual([hanako.email]);
  });
});
