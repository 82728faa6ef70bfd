/** Searches among many passages in turn with and without days, of which a third of the passages have some. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { basesScope } from '../../server/src/features/knowledge/search/passage.ts';
import { searchWithTerms } from '../../server/src/features/knowledge/search/search-passages.ts';
import { seeded } from '../../trials/support/seeded-random.ts';
import { inventLanguage } from '../retrieval/invented.ts';
import { fill, type Spread, spread, timesOf } from '../retrieval/scale.ts';

const SEARCHES = 300;
const DAY = { first: '2020-05-10', last: '2020-05-10' };

export async function searchCost(
  db: Database,
  passages: number,
): Promise<{ plain: Spread; dated: Spread; more_ms: number }> {
  const seed = 20_261_128;
  const language = inventLanguage(seeded(seed));
  const base = await fill({ db, passages, language, seed });
  await db.execute(sql`
    update passages set valid_from = date '2010-01-01' + (id % 7000)::int,
      valid_until = case when id % 2 = 0 then date '2010-01-01' + (id % 7000)::int + 2000 end
    where knowledge_base_id = ${base} and document_id % 3 = 0`);
  await db.execute(sql`
    insert into document_validity (knowledge_base_id, document_id, intervals)
    select knowledge_base_id, id, case when id % 6 = 0 then '{[2012-01-01,2015-01-01],[2018-01-01,2030-01-01]}'::datemultirange end
    from documents where knowledge_base_id = ${base} and id % 3 = 0`);
  await db.execute(sql`analyze`);
  const [plain, dated] = [basesScope([base]), basesScope([base], DAY)];
  const times: { plain: number[]; dated: number[] } = { plain: [], dated: [] };
  for (let one = 0; one < SEARCHES; one += 1) {
    const question = language.question();
    const ask = (scope: typeof plain) =>
      timesOf(1, () => searchWithTerms(db, { scope, question, limit: 10 }));
    // The second of two searches finds its pages in memory: they take turns.
    for (const kind of one % 2 ? (['plain', 'dated'] as const) : (['dated', 'plain'] as const))
      times[kind].push(...(await ask(kind === 'plain' ? plain : dated)));
  }
  const found = { plain: spread(times.plain), dated: spread(times.dated) };
  return { ...found, more_ms: Math.round(100 * (found.dated.p95 - found.plain.p95)) / 100 };
}
