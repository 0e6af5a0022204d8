import type { ProfileField } from './fields.ts';
import type { ProfileInput } from './profile.ts';
import type { ProfileFields } from './user.ts';

/**
 * The payload of PUT /me: only the fields that the member changed. Fields that did not change, or
 * were empty and still are, are left out, and so are fields that the form does not
 * have (`undefined`). A field that the member cleared is `null`.
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

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function isSame(before: unknown, after: unknown): boolean {
  const plain = (value: unknown) => {
    if (typeof value === 'string') return value.trim();
    // Prefectures are compared by their JIS number.
    return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  };
  return plain(before) === plain(after);
}
