import * as v from 'valibot';
import { digestOf as canonicalDigest, canonicalJson } from './canonical-json.ts';
import { type ReleaseDocument, ReleaseDocumentSchema } from './document.ts';

type WithoutVersion<Document> = Document extends unknown ? Omit<Document, 'version'> : never;
/** What a build says of itself. Its version follows from it. */
export type ReleaseContent = WithoutVersion<ReleaseDocument>;

/** How many hex digits of the digest a version ends in. */
const DIGEST_DIGITS = 12;

/**
 * The document of a build: its content and the version that follows from it, so that the same build
 * has the same version anywhere.
 * @param semver the version in package.json: `1.4.0`
 * @throws ValiError when the content does not fit the schema
 */
export function versionedDocument(semver: string, content: ReleaseContent): ReleaseDocument {
  const version = `${semver.replace(/\+.*$/, '')}+${digestOf(content)}`;
  return v.parse(ReleaseDocumentSchema, { ...content, version });
}

/**
 * Reads a document from its JSON text, and compares its version with its content.
 * @throws Error for anything that is not a document of a release as `versionedDocument` makes it
 */
export function parseDocument(json: string): ReleaseDocument {
  const { version, ...content } = v.parse(ReleaseDocumentSchema, JSON.parse(json));
  if (!version.endsWith(`+${digestOf(content)}`)) {
    throw new Error(`The content of ${content.name} ${version} does not fit its version.`);
  }
  return { version, ...content } as ReleaseDocument;
}

/** The JSON text of a document, byte for byte the same for the same content. */
export const documentJson = (document: ReleaseDocument): string => `${canonicalJson(document)}
`;

const digestOf = (content: object): string => canonicalDigest(content).slice(0, DIGEST_DIGITS);
