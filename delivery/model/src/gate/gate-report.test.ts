import { createHash } from 'node:crypto';
import { remoteDocument, shellDocument, version } from '../testing/gate-documents.ts';
import { gateReportOf, storedGateReport } from './gate-report.ts';
import { checkCandidate, type LiveReleases } from './index.ts';

const other = remoteDocument({ version: version('b') });
const live: LiveReleases = { shells: [shellDocument()], remotes: { account: [other] }, teams: {} };

test('is stored under the digest of its bytes, which follow from what was checked alone', () => {
  const candidate = remoteDocument();
  const stored = storedGateReport(gateReportOf([candidate], live, checkCandidate(candidate, live)));
  expect(stored.digest).toBe(createHash('sha256').update(stored.json).digest('hex'));
  expect(stored.key).toBe(`proofs/${stored.digest}.json`);

  const turned = { ...live, shells: [...live.shells].reverse() };
  const copy = structuredClone(candidate);
  expect(storedGateReport(gateReportOf([copy], turned, checkCandidate(copy, turned)))).toEqual(
    stored,
  );

  const changed = { ...live, remotes: { account: [{ ...other, commit: 'b'.repeat(40) }] } };
  const again = storedGateReport(
    gateReportOf([candidate], changed, checkCandidate(candidate, changed)),
  );
  expect(again.digest).not.toBe(stored.digest);
});
