import { createHash } from 'node:crypto';
import {
  integrityOf,
  type ShellDocument,
  versionedDocument,
} from '@portal/delivery-model/document';
import { makeShell, type TestRelease } from '@portal/delivery-model/testing/release';

/** What the smallest shell does: it shows a heading at every address, and loads nothing. */
const SHOWS_HEADING = `addEventListener('DOMContentLoaded', () => {
  const heading = Object.assign(document.createElement('h1'), { textContent: 'Portal' });
  document.querySelector('#root').append(heading);
});`;

/** A release of a shell that a browser can show without any remote. @param boot the script in the page */
export function makeShownShell(boot = SHOWS_HEADING): TestRelease<ShellDocument> {
  const { document, files } = makeShell('shown');
  const bytes = new TextEncoder().encode(boot);
  const file = `boot.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.js`;
  const { length: size } = bytes;
  const { version: _made, ...content } = document;
  return {
    files: { ...files, [file]: bytes },
    document: versionedDocument('1.0.0', {
      ...content,
      files: { ...content.files, [file]: { integrity: integrityOf(bytes), size, brotli: size } },
      page: { ...content.page, boot: file },
    }) as ShellDocument,
  };
}
