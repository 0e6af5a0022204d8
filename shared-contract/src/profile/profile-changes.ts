import type { ProfileField, ProfileFields, ProfileInput } from './profile.ts';

/**
 * The payload of PUT /me: what the member has changed, and nothing else (spec §5 «Empty or null fields
 * are removed from payloads», read as decisions.md reads it). A field that was empty and still is, is
 * left out, and so is one that says the same as before; one that the member cleared is `null`; one
 * that the form does not have (`undefined`) is left out.
 * @param original the snapshot taken when the form was opened (`originalData`)
 */
export function profileChanges(original: ProfileFields, edited: ProfileInput): ProfileInput {
  const changes: Record<string, unknown> = {};
  for (const field of Object.keys(edited) as ProfileField[]) {
    const after = edited[field];
    if (after === undefined) continue;
    const before = original[field];
    if (isBlank(after)) {
      if (!isBlank(before)) changes[field] = null;
    } else if (!isSame(before, after)) {
      changes[field] = after;
    }
  }
  return changes;
}

/** The fields that a payload of {@link profileChanges} changes, for the confirm step. */
export function changedFields(changes: ProfileInput): ProfileField[] {
  return Object.keys(changes) as ProfileField[];
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function isSame(before: unknown, after: unknown): boolean {
  const plain = (value: unknown) => {
    if (typeof value === 'string') return value.trim();
    // A prefecture is its JIS code.
    return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  };
  return plain(before) === plain(after);
}
