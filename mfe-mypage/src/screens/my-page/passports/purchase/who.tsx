import { Trans, useLingui } from '@lingui/react/macro';
import { todayInJapan, type User, usageStartRange } from '@portal/shared-contract';
import { formatName, formatNumber, validationText } from '@portal/shared-i18n';
import { useGo, useLocale } from '@portal/shared-routing';
import { announce, Banner, Button, Card, Inline, Stack, Text } from '@portal/shared-ui';
import { DateField } from '@portal/shared-ui/date-field';
import { ErrorSummary, RadioGroup } from '@portal/shared-ui/forms';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { DateText } from '../../../../passes/pass-dates.tsx';
import { ChildFields } from './child-fields.tsx';
import { purchaseFlow, STEPS, type Who } from './flow.ts';
import {
  isFree,
  problemsOfServer,
  type WhoField,
  type WhoProblems,
  whoProblems,
} from './who-problems.ts';

/** Spec §9: the picker reaches ten years either side of the current year. */
const PICKER_YEARS = 10;

type Props = { readonly member: User; readonly price: number };

/** First step: for whom, and from which day. */
export function WhoStep({ member, price }: Props): ReactElement {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const go = useGo();
  const today = todayInJapan(new Date());
  const [opened] = useState(purchaseFlow.state);
  const [who, setWho] = useState(opened.choices.who);
  // What the server found is shown from the start; what is found here, from the first attempt.
  const [found, setFound] = useState<WhoProblems>(() =>
    opened.kind === 'choosing' ? problemsOfServer(opened.refused) : {},
  );
  const [attempt, setAttempt] = useState(Object.keys(found).length > 0 ? 1 : 0);

  const now = whoProblems(who, today);
  const wrong = (field: WhoField) => (found[field] && now[field]) || undefined;
  const errorOf = (field: WhoField) => {
    const key = wrong(field) ?? (attempt === 1 && opened.choices.who === who && found[field]);
    return key ? i18n._(validationText(key)) : undefined;
  };
  const type = (part: Partial<Who>) => {
    const next = { ...who, ...part };
    setWho(next);
    purchaseFlow.send({ type: 'typed', who: next });
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    setFound(now);
    setAttempt((times) => times + 1);
    if (Object.keys(now).length > 0) return;
    purchaseFlow.send({ type: 'typed', who });
    purchaseFlow.send({ type: 'whoDone', key: crypto.randomUUID() });
    go(STEPS.design);
  }

  const free = isFree(who, today) ? i18n._(validationText('children_under_3_free')) : undefined;
  useEffect(() => {
    if (free) announce(free);
  }, [free]);

  const { first, last } = usageStartRange(today);
  const year = Number(today.slice(0, 4));
  const name = formatName(member, { locale });
  const amount = formatNumber(price, { style: 'currency', currency: 'JPY' });
  return (
    <form noValidate onSubmit={submit} aria-label={t`Buy a passport`}>
      <Stack gap="lg">
        <ErrorSummary
          attempt={attempt}
          errors={Object.entries(found).map(([field, key]) => ({
            field,
            text: i18n._(validationText(key)),
          }))}
        />
        <Text>
          <Trans>
            One passport lets one person in for a year. It costs {amount}, tax included.
          </Trans>
        </Text>
        <Card>
          <Stack gap="lg">
            <RadioGroup
              name="kind"
              label={<Trans>Who will use it?</Trans>}
              required
              look="card"
              value={who.kind}
              onChange={(kind) => type({ kind: kind as Who['kind'] })}
              options={[
                { value: 'member', label: <Trans>Myself</Trans>, hint: name },
                {
                  value: 'child',
                  label: <Trans>A child</Trans>,
                  hint: <Trans>You keep the passport on your phone for them.</Trans>,
                },
              ]}
            />
            {who.kind === 'child' && (
              <ChildFields who={who} type={type} errorOf={errorOf} today={today} />
            )}
            <DateField
              name="usage_start_date"
              label={<Trans>First day of use</Trans>}
              hint={
                <Trans>
                  From today to <DateText date={last} />. From that day the passport is good for a
                  year.
                </Trans>
              }
              error={errorOf('usage_start_date')}
              required
              value={who.usage_start_date}
              onChange={(usage_start_date) => type({ usage_start_date })}
              range={{
                first: `${year - PICKER_YEARS}-01-01`,
                last: `${year + PICKER_YEARS}-12-31`,
              }}
              start={first}
            />
          </Stack>
        </Card>
        {free && (
          <Banner tone="info" title={<Trans>No passport needed</Trans>}>
            {free}
          </Banner>
        )}
        <Inline>
          <Button type="submit">
            <Trans>Next</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}
