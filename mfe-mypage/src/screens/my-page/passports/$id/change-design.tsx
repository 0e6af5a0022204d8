import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import {
  type EndpointAnswer,
  listPassportDesigns,
  type Passport,
  updatePassport,
} from '@portal/shared-contract';
import { Skeleton, SkeletonGroup } from '@portal/shared-ui';
import { Problem } from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import { DesignChoice } from '../../../../passes/design-choice.tsx';
import { ActionRow } from './action-row.tsx';
import { AskFirst } from './ask-first.tsx';
import { usePassAction } from './use-pass-action.ts';

type Designs = Result<EndpointAnswer<typeof listPassportDesigns>>;

/** Another drawing for the pass, until the physical card is issued. */
export function ChangeDesign({ pass }: { readonly pass: Passport }): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [designs, setDesigns] = useState<Designs>();
  const [chosen, setChosen] = useState(pass.design_id);
  const action = usePassAction();
  const close = () => setOpen(false);

  async function ask(): Promise<void> {
    setChosen(pass.design_id);
    setOpen(true);
    if (!designs?.ok) setDesigns(await call(listPassportDesigns, {}, { purpose: 'form' }));
  }
  const save = () =>
    action.change(
      () =>
        call(
          updatePassport,
          { params: { id: pass.id }, body: { design_id: chosen } },
          { purpose: 'form' },
        ),
      { say: t`The design has been changed.`, after: close },
    );

  return (
    <ActionRow
      icon="ticket"
      title={<Trans>Change the design</Trans>}
      note={<Trans>Possible until the physical card is made</Trans>}
      onOpen={() => void ask()}
    >
      <AskFirst
        open={open}
        onClose={close}
        action={action}
        title={<Trans>Change the design</Trans>}
        confirm={designs?.ok && <Trans>Save</Trans>}
        onConfirm={() => void save()}
      >
        {!designs && (
          <SkeletonGroup>
            <Skeleton shape="block" />
          </SkeletonGroup>
        )}
        {designs && !designs.ok && <Problem error={designs.error} />}
        {designs?.ok && (
          <DesignChoice designs={designs.data.data} value={chosen} onChange={setChosen} />
        )}
      </AskFirst>
    </ActionRow>
  );
}
