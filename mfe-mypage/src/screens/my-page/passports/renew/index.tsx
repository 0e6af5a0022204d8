import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import {
  datePartsOf,
  listPassportDesigns,
  listPassportPhotos,
  listPassports,
  PASSPORTS_PER_ORDER,
  type Passport,
  type PassportKind,
} from '@portal/kit/contract';
import { formatName, localeOf } from '@portal/kit/i18n';
import {
  href,
  type LoaderFunctionArgs,
  replace,
  useGo,
  useLoaderData,
  useLocale,
} from '@portal/kit/routing';
import { Button, Card, LoadProblem, Page, Text } from '@portal/kit/ui';
import { Checkbox, ErrorSummary, FieldError, fieldId, validationText } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { css } from '#css';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { type KnownPhoto, knownPhotoOf } from '../purchase/data.ts';
import { farthestStep, type Item, NO_DATE, purchaseFlow } from '../purchase/flow.ts';
import { holderOf } from '../purchase/holder-errors.ts';
import { NotRenewableNotice } from '../purchase/outcome.tsx';
import { useRequiredField } from '../purchase/use-required-field.ts';

/** More than a member has that are valid; those come first. */
const ALL = { query: { page: 1, limit: 100 } };

type Renewal = { readonly passport: Passport; readonly item: Item };
type Data = {
  readonly renewals: Result<readonly Renewal[]>;
  /** The passport from which the member has come (`?passport=`). */
  readonly asked: string | null;
};

/** Goes on to the purchase at once where there is nothing to choose. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const { pathname, searchParams } = new URL(request.url);
  const asked = searchParams.get('passport');
  const renewals = await loadRenewals();
  const [only, ...others] = renewals.ok ? renewals.data : [];
  if (!only || others.length > 0 || (asked && asked !== only.passport.id)) {
    return { renewals, asked };
  }
  return replace(href(begin([only]), localeOf(pathname)));
}

async function loadRenewals(): Promise<Data['renewals']> {
  const [passports, catalogue, photos] = await Promise.all([
    call(listPassports, ALL, { purpose: 'navigation' }),
    call(listPassportDesigns, {}, { purpose: 'navigation' }),
    call(listPassportPhotos, {}, { purpose: 'form' }),
  ]);
  if (!passports.ok) return passports;
  if (!catalogue.ok) return catalogue;
  // Without the photos, the purchase asks for them.
  const known = photos.ok ? photos.data.data : [];
  const data = passports.data.data.flatMap((passport): Renewal[] => {
    const { renewal } = passport;
    const kind = catalogue.data.kinds.find(({ id }) => id === passport.kind.id);
    if (renewal?.renewed_by !== null || !kind) return [];
    return [{ passport, item: itemOf(passport, renewal.usage_start_date, kind, known) }];
  });
  return { ...passports, data };
}

function itemOf(
  passport: Passport,
  start: string,
  soldToday: PassportKind,
  photos: readonly KnownPhoto[],
): Item {
  const { kind: who, date_of_birth, ...names } = passport.holder;
  const holder = {
    kind: who,
    ...names,
    email: '',
    kind_id: '',
    date_of_birth: date_of_birth ? datePartsOf(date_of_birth) : NO_DATE,
    usage_start_date: datePartsOf(start),
  };
  const photo = soldToday.photo ? knownPhotoOf(holderOf(holder), photos) : null;
  const { design_id } = passport;
  const isOffered = soldToday.designs?.includes(design_id) ?? true;
  return {
    holder,
    kind: soldToday,
    design_id: isOffered ? design_id : null,
    photo,
    renews: passport.id,
  };
}

/** Begins the purchase. @returns the address of the step where something is left to do */
function begin(renewals: readonly Renewal[]) {
  const items = renewals.map(({ item }) => item);
  purchaseFlow.send({ type: 'renewalChosen', items, key: crypto.randomUUID() });
  return farthestStep(Date.now());
}

export function Component() {
  const { renewals, asked } = useLoaderData<Data>();
  return (
    <Page heading={<Trans>Renewal</Trans>}>
      {!renewals.ok ? (
        <LoadProblem error={renewals.error} />
      ) : renewals.data.length === 0 ? (
        <NotRenewableNotice />
      ) : (
        <Choice renewals={renewals.data} asked={asked} />
      )}
    </Page>
  );
}

const NAME = 'passports';

type ChoiceProps = { readonly renewals: readonly Renewal[]; readonly asked: string | null };

function Choice({ renewals, asked }: ChoiceProps) {
  const locale = useLocale();
  const go = useGo();
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const ids = renewals.map(({ passport }) => passport.id);
    return asked && ids.includes(asked) ? [asked] : ids.slice(0, PASSPORTS_PER_ORDER);
  });
  const required = useRequiredField(NAME, validationText('required.choice'), chosen.length > 0);
  const next = () => {
    if (required.check())
      go(begin(renewals.filter(({ passport }) => chosen.includes(passport.id))));
  };
  return (
    <>
      <ErrorSummary {...required.summary} />
      <Text>
        <Trans>A renewal is for the same person, from the day after the last day.</Trans>
      </Text>
      <Card>
        <fieldset id={fieldId(NAME)} tabIndex={-1} className={choices}>
          <legend className={legend}>
            <Trans>Which passports would you like to renew?</Trans>
          </legend>
          {renewals.map(({ passport: { id, holder, ext_expiration_date } }) => {
            const isChosen = chosen.includes(id);
            const name = formatName(holder, { locale });
            return (
              <Checkbox
                key={id}
                name={id}
                look="card"
                checked={isChosen}
                disabled={!isChosen && chosen.length >= PASSPORTS_PER_ORDER}
                onChange={() =>
                  setChosen(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])
                }
                label={
                  <>
                    <strong>{name}</strong>
                    <br />
                    <Trans>
                      Valid until <DateText date={ext_expiration_date} />
                    </Trans>
                  </>
                }
              />
            );
          })}
          {required.missing && <FieldError id={fieldId(NAME)}>{required.missing}</FieldError>}
        </fieldset>
      </Card>
      <div>
        <Button wide="onPhone" onClick={next}>
          <Trans>Next</Trans>
        </Button>
      </div>
    </>
  );
}

const choices = css({ display: 'grid', gap: '3' });
const legend = css({ fontWeight: 'bold', mb: '3' });
