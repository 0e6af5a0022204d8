import { VersionSchema } from '@portal/delivery-model/document';
import { OperationSchema } from '@portal/delivery-model/log/operations';
import { partPermissionRefusal, permissionRefusal } from '@portal/delivery-model/log/permissions';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { OPERATOR, teamOf } from '@portal/delivery-model/log/teams';
import {
  PageConfigurationSchema,
  storedConfiguration,
} from '@portal/delivery-model/page/configuration';
import { EMPTY_STATE, partsOf } from '@portal/delivery-model/state';
import { openStore } from '@portal/delivery-model/store/open-store';
import type { ApiApp } from '@portal/server-endpoint/api';
import { descriptionsOf, mountPublic } from '@portal/server-endpoint/mount';
import { err } from '@portal/server-platform/outcome';
import {
  getReleaseState,
  listCanaries,
  listLiveReleases,
  listReleaseFiles,
  listReleaseHistory,
  operateRelease,
  publishRelease,
  readRelease,
  storePageConfiguration,
  sweepReleaseStore,
  uploadReleaseFile,
} from '@portal/shared-contract';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { judgeCanaries } from '../canary/canary-watch.ts';
import type { ReleaseApiContext } from '../context.ts';
import { createReleaseDocuments, readDocument, unknownRelease } from '../log/documents.ts';
import { newest } from '../log/history.ts';
import { publishDocument, storedSizes, uploadFile } from '../log/publish.ts';
import { appendEntry } from '../log/release-log.ts';
import { sweepReleases } from '../log/sweep.ts';
import { mountForTeam, refuseTeam, type TeamCall } from './mount-for-team.ts';
import { mountReleasesPage } from './releases-page.ts';

const PAGE = 100;

export function mountReleases(app: ApiApp, context: ReleaseApiContext): void {
  const { config, db } = context;
  const store = openStore(config.releases.store);
  const documents = createReleaseDocuments(context);
  mountReleasesPage(app, context);

  mountForTeam(app, context, operateRelease, async ({ body }, { actor }) => {
    const operation = v.safeParse(OperationSchema, body.operation);
    if (!operation.success)
      return err('request.invalid', { descriptions: descriptionsOf(operation.issues) });
    const { key: requestKey, force } = body;
    const asked = { actor, operation: operation.output, requestKey, force };
    const appended = await appendEntry(context, documents, asked);
    return appended.ok ? { data: { entry: appended.entry } } : refuseTeam(...appended.refusals);
  });

  mountForTeam(app, context, getReleaseState, async () => {
    const [entry = null] = await newest(db, undefined, 1);
    return { data: { entry } };
  });

  mountForTeam(app, context, listReleaseHistory, async ({ query }) => ({
    data: { entries: await newest(db, query.before, PAGE) },
  }));

  mountForTeam(app, context, listCanaries, async () => ({
    data: {
      canaries: (await judgeCanaries(context)).map(({ part, version, verdict }) => ({
        part,
        version,
        verdict: verdict.reason,
      })),
    },
  }));

  mountForTeam(app, context, uploadReleaseFile, async ({ params }, call) => {
    const { part, file } = params;
    return answerStored(
      uploadRefusal(call, part) ?? (await uploadFile(store, part, file, call.bytes)),
    );
  });

  mountForTeam(app, context, listReleaseFiles, async ({ params: { part } }, call) => {
    const refused = uploadRefusal(call, part);
    if (refused) return refuseTeam(refused);
    return { data: { files: [...(await storedSizes(store, part)).keys()] } };
  });

  mountForTeam(app, context, publishRelease, async ({ params }, call) => {
    const { part, version } = params;
    return answerStored(
      uploadRefusal(call, part) ??
        (await publishDocument(store, documents, part, version, call.bytes)),
    );
  });

  mountForTeam(app, context, readRelease, async ({ params: { part, version } }) => {
    const isName = v.is(PartNameSchema, part) && v.is(VersionSchema, version);
    const document = isName ? await readDocument(documents, part, version) : undefined;
    if (document) return { data: { document } };
    return refuseTeam(unknownRelease({ part, version }));
  });

  mountPublic(app, context, listLiveReleases, async () => {
    const [{ state = EMPTY_STATE } = {}] = await newest(db, undefined, 1);
    const read = partsOf(state).map(async ([part, { stable, killed }]) =>
      stable === undefined || killed ? [] : ((await readDocument(documents, part, stable)) ?? []),
    );
    return { data: { documents: (await Promise.all(read)).flat() } };
  });

  mountForTeam(app, context, storePageConfiguration, async ({ body }, { actor, state }) => {
    const parsed = v.safeParse(PageConfigurationSchema, body);
    if (!parsed.success)
      return err('request.invalid', { descriptions: descriptionsOf(parsed.issues) });
    const { key, digest, json } = storedConfiguration(parsed.output);
    const operation = { type: 'configure', configuration: digest } as const;
    const forbidden = permissionRefusal(state ?? EMPTY_STATE, actor.team, operation);
    if (forbidden) return refuseTeam(forbidden);
    await documents.configure(key, json);
    return { data: { digest } };
  });

  mountForTeam(app, context, sweepReleaseStore, async ({ body: { remove } }, { actor }) => {
    if (actor.team !== OPERATOR) {
      return refuseTeam(
        refusal('operator-only', 'Only the operator may clean the store.', 'Ask the operator.'),
      );
    }
    const swept = await sweepReleases(context, store, remove);
    return 'code' in swept ? refuseTeam(swept) : { data: { parts: swept } };
  });
}

const answerStored = (refused: ReleaseRefusal | undefined) =>
  refused ? refuseTeam(refused) : { data: { stored: true as const } };

/** A team uploads its own parts only, and the operator any. */
function uploadRefusal({ actor, state }: TeamCall, part: string): ReleaseRefusal | undefined {
  if (!v.is(PartNameSchema, part)) {
    return refusal(
      'part-name',
      `${JSON.stringify(part)} is no name of a part.`,
      'Name it as its package: letters, digits and dashes.',
    );
  }
  if (actor.team === OPERATOR) return undefined;
  const team = state && teamOf(state, actor.team);
  if (team) return partPermissionRefusal(team, actor.team, part);
  return refusal('unknown-team', `The team ${actor.team} owns nothing.`, 'Ask the operator.');
}
