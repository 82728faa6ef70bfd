/** The terms in force. */
import { asc, desc, isNotNull } from 'drizzle-orm';
import { TERMS_KINDS } from '#contract/terms.ts';
import type { Queryable } from '../../../db/client.ts';
import { terms_versions } from '../../../db/tables/terms.ts';

/** One of each kind, the newest. */
export async function termsInForce(db: Queryable) {
  const rows = await db
    .selectDistinctOn([terms_versions.kind])
    .from(terms_versions)
    .where(isNotNull(terms_versions.published_at))
    .orderBy(asc(terms_versions.kind), desc(terms_versions.version));
  return rows
    .flatMap(({ id, kind, version, title, body, required, published_at }) =>
      version === null || published_at === null
        ? []
        : [{ id, kind, version, title, body, required, published_at }],
    )
    .toSorted((one, other) => TERMS_KINDS.indexOf(one.kind) - TERMS_KINDS.indexOf(other.kind));
}
