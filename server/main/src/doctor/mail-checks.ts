import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { checkSmtp, domainOf, smtpTransport } from '@portal/server-mail/transports/smtp';
import { type Check, type Finding, notChecked, remedy, type Subject } from './check.ts';

const DNS_TIMEOUT_MS = 3_000;
/** Names that no public DNS has (RFC 6761, RFC 2606). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|local|internal|test|example|invalid)$/;
const NO_MAIL_SERVER = 'SMTP_URL is not set';

export const MAIL_CHECKS: readonly Check[] = [
  {
    name: 'mail server',
    asks: 'whether the mail server of SMTP_URL takes connection, TLS and sign-in',
    async run({ config: { smtpUrl: url, mailFrom: from } }) {
      if (!url) return notChecked(NO_MAIL_SERVER);
      await checkSmtp({ url, from });
      return 'ok';
    },
  },
  {
    name: 'test message',
    asks: 'whether it takes a message to the address of --mail-to',
    needs: 'mail server',
    async run({ config, clock, mailTo }) {
      const { smtpUrl: url, mailFrom: from, brand } = config;
      if (!url) return notChecked(NO_MAIL_SERVER);
      if (!mailTo) return notChecked('name an address of yours with --mail-to');
      const name = brand.name.en;
      await smtpTransport({ url, from, brand })({
        id: randomUUID(),
        recipient: mailTo,
        locale: 'en',
        subject: `Test message of ${name}`,
        text: `This message shows that ${name} can send mails. Nobody has to do anything.\n`,
        html: null,
        attachments: null,
        unsubscribeUrl: null,
        createdAt: clock.now(),
      });
      return 'ok';
    },
  },
  {
    name: 'SPF',
    asks: 'whether the DNS says which servers send for the domain of MAIL_FROM',
    run: onDomain(async (domain, txt) => {
      const policies = (await txt(domain)).filter((text) => /^v=spf1( |$)/i.test(text));
      if (policies.length !== 1) {
        return remedy(
          `Publish one TXT record «v=spf1 … -all» for ${domain} with the servers that send its mails: it has ${policies.length || 'none'}.`,
        );
      }
      return /\+?\ball\b/i.test(policies[0] ?? '') && !/[-~?]all\b/i.test(policies[0] ?? '')
        ? remedy(`End the TXT record «v=spf1» of ${domain} with -all: now it lets everybody send.`)
        : 'ok';
    }),
  },
  {
    name: 'DKIM',
    asks: 'whether the DNS has the key of --dkim, with which the mail server signs',
    run: onDomain(async (domain, txt, { dkim }) => {
      if (!dkim) return notChecked('name the selector of your mail server with --dkim');
      const host = `${dkim}._domainkey.${domain}`;
      const isKey = (text: string) => /(^|;)\s*p=[\w+/]/.test(text);
      if ((await txt(host)).some(isKey)) return 'ok';
      return remedy(
        `Publish the public key with which the mail server signs as TXT record of ${host}.`,
      );
    }),
  },
  {
    name: 'DMARC',
    asks: 'whether the DNS says what receivers do with mails that fail SPF and DKIM',
    run: onDomain(async (domain, txt) => {
      // RFC 7489 §6.6.3: the policy of the domain, else that of the domain above it.
      const parents = domain.split('.').map((_, at, labels) => labels.slice(at).join('.'));
      for (const parent of parents.slice(0, -1)) {
        const found = (await txt(`_dmarc.${parent}`)).some((text) =>
          /^v=DMARC1\s*;.*\bp=/i.test(text),
        );
        if (found) return 'ok';
      }
      return remedy(`Publish a TXT record «v=DMARC1; p=quarantine» for _dmarc.${domain}.`);
    }),
  },
];

type Txt = (name: string) => Promise<readonly string[]>;

/** Lets a check read the DNS of the domain that mails come from. */
function onDomain(
  work: (domain: string, txt: Txt, subject: Subject) => Promise<Finding>,
): Check['run'] {
  return async (subject) => {
    const domain = domainOf(subject.config.mailFrom.en).toLowerCase();
    if (isIP(domain) || (PRIVATE_DOMAIN.test(domain) && !subject.dns)) {
      return notChecked(`${domain} is in no public DNS; MAIL_FROM has the domain`);
    }
    const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
    if (subject.dns) resolver.setServers([subject.dns]);
    const txt: Txt = async (name) => {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
        throw error;
      }
    };
    try {
      return await work(domain, txt, subject);
    } catch (error) {
      return notChecked(`the DNS does not answer (${(error as NodeJS.ErrnoException).code})`);
    }
  };
}
