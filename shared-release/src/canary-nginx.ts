import { BUCKET_COOKIE, bucketCookieAttributes, bucketDigits, variantsOf } from './canary.ts';
import type { EnvironmentState } from './state.ts';

/**
 * The part of nginx's configuration that knows buckets and nothing about releases, so that it never
 * changes: `$portal_bucket` for the key of the cache and for the server, and `$portal_bucket_cookie`
 * for `add_header set-cookie`, which nginx leaves out when it is empty.
 */
export function nginxBucketMaps({ secure }: { readonly secure: boolean }): string {
  return `# nginx's id of a request is random.
map $request_id $drawn_bucket {
  "~^(?<drawn_digits>[0-9a-f][0-9a-f])" $drawn_digits;
}
map $cookie_${BUCKET_COOKIE} $portal_bucket {
  "~^[0-9a-f][0-9a-f]$" $cookie_${BUCKET_COOKIE};
  default $drawn_bucket;
}
map $cookie_${BUCKET_COOKIE} $portal_bucket_cookie {
  "~^[0-9a-f][0-9a-f]$" "";
  default "${[`${BUCKET_COOKIE}=$drawn_bucket`, ...bucketCookieAttributes(secure)].join('; ')}";
}
`;
}

/**
 * `$portal_variant`, the key of the variant of `$portal_bucket`, as `variantOf` says it. It changes
 * with the canaries; a cache that is keyed by bucket does without it.
 */
export function nginxVariantMap(state: EnvironmentState): string {
  const lines = variantsOf(state)
    .filter(({ variant }) => variant.key !== 'stable')
    .flatMap(({ variant, buckets }) =>
      buckets.map((bucket) => `  "${bucketDigits(bucket)}" "${variant.key}";\n`),
    );
  return `map $portal_bucket $portal_variant {\n  default "stable";\n${lines.join('')}}\n`;
}
