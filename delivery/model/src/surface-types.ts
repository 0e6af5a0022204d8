import * as v from 'valibot';

const File = v.pipe(v.string(), v.regex(/^(?:[\w@$-][\w@.$-]*\/)*[\w@$*-][\w@.$*-]*\.d\.ts$/));

/** The types of the modules that a shell shares, as one file of its release. */
export const SurfaceTypesSchema = v.strictObject({
  /** The declaration of each module, which may have one `*` as its name has: `@portal/shared-ui/art/*`. */
  exports: v.record(v.pipe(v.string(), v.regex(/^@portal\/shared-[\w/*-]+$/)), File),
  /** The texts of declarations by their paths. */
  files: v.record(File, v.string()),
});

export type SurfaceTypes = v.InferOutput<typeof SurfaceTypesSchema>;
