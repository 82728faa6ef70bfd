/** Finds words in a person's own conversations. Tests, temporary ones, replaced variants and what was erased are not searched. */
import { type SQL, sql } from 'drizzle-orm';
import type { SearchHit } from '#contract/chat-session.ts';
import { plainText } from '#contract/markdown/plain-text.ts';
import type { Readable } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { excerptOf, searchedWords } from './search-excerpt.ts';
import { agentName } from './session-store.ts';

type Found = {
  session_id: string;
  chat_title: string;
  agent_name: string | null;
  message_id: string | null;
  question: string | null;
  answer: string | null;
  created_at: string;
  /** No record that was not looked through could stand on the page. */
  is_full: boolean;
};

/** The newest records are searched first: when the words are common, the page is full before the rest is read. */
const NEWEST = 200;

/**
 * Records that hold all of the words, and conversations of which only the title does; newest first. They are looked
 * through no further than the page needs: `total` says whether more follow, not how many.
 */
export async function search(
  db: Readable,
  user_id: number,
  { q, limit, offset }: { q: string; limit: number; offset: number },
): Promise<{ rows: SearchHit[]; total: number }> {
  const words = searchedWords(cleanText(q));
  if (!words.length) return { rows: [], total: 0 };
  const wanted = { user_id, words, limit: limit + 1, offset };
  const first = await findPage(db, wanted, newestOf(user_id));
  const found = first[0]?.is_full ? first : await findPage(db, wanted, everyOf(user_id));
  const rows = found.slice(0, limit).map((row) => hitOf(row, words));
  return { rows, total: found.length ? offset + found.length : 0 };
}

function hitOf(
  { question, answer, message_id, created_at, is_full: _, ...found }: Found,
  words: string[],
): SearchHit {
  const texts = message_id === null ? [found.chat_title] : [question ?? '', plainText(answer ?? '')];
  return {
    ...found,
    message_id: message_id === null ? null : Number(message_id),
    ...excerptOf(texts, words),
    created_at: new Date(created_at).toISOString(),
  };
}

/** The searched text of a record `m`, exactly as in the index on it. */
const foldedText = sql`fold_text(m.question || ' ' || m.answer)`;

/** Records to look through as `m`, and their folded text. */
type Range = { records: SQL; text: SQL };

const newestOf = (user_id: number): Range => ({
  records: sql`(select *, ${foldedText} folded from ${messages} m where m.user_id = ${user_id} and m.replaced_by is null order by m.id desc limit ${NEWEST})`,
  text: sql`m.folded`,
});

const everyOf = (user_id: number): Range => ({
  records: sql`(select * from ${messages} where ${messages.user_id} = ${user_id} and ${messages.replaced_by} is null)`,
  text: foldedText,
});

type Wanted = { user_id: number; words: string[]; limit: number; offset: number };

async function findPage(
  db: Readable,
  { user_id, words, limit, offset }: Wanted,
  { records, text }: Range,
): Promise<Found[]> {
  const most = offset + limit;
  const { rows } = await db.execute<Found>(sql`
    with mine as materialized (
      select ${chat_sessions.id}, ${chat_sessions.chat_title}, ${agentName} agent_name, ${chat_sessions.created_at}
      from ${chat_sessions} left join ${agents} on ${agents.id} = ${chat_sessions.agent_id}
      where ${chat_sessions.user_id} = ${user_id} and ${chat_sessions.erased_at} is null and not ${chat_sessions.is_test}
        and not ${chat_sessions.temporary}
    ), records as (
      select mine.id session_id, m.id message_id, m.created_at from ${records} m join mine on mine.id = m.session_id
      where m.status <> 'streaming' and ${holds(text, words)} order by m.id desc limit ${most}
    ), edge as (
      -- Behind a full page of records no title is looked at.
      select case when count(*) = ${most} then min(created_at) else '-infinity' end at from records
    ), titles as (
      select mine.id session_id, null::bigint message_id, mine.created_at from mine
      where mine.created_at >= (select at from edge) and ${holds(sql`fold_text(mine.chat_title)`, words)} and (
        select m.id from ${messages} m where m.user_id = ${user_id} and m.session_id = mine.id
          and m.status <> 'streaming' and m.replaced_by is null and ${holds(foldedText, words)} limit 1) is null
      order by mine.created_at desc limit ${most}
    ), page as (
      select * from records union all select * from titles
      order by created_at desc, message_id desc nulls last, session_id limit ${limit} offset ${offset}
    )
    select page.session_id, mine.chat_title, mine.agent_name, page.message_id, m.question, m.answer, page.created_at,
      (select count(*) from records) = ${most} is_full
    from page join mine on mine.id = page.session_id
      left join ${messages} m on m.user_id = ${user_id} and m.id = page.message_id
    order by page.created_at desc, page.message_id desc nulls last, page.session_id`);
  return rows;
}

/** Whether a folded text holds each of the words; nothing in them has a special meaning. */
const holds = (text: SQL, words: string[]): SQL =>
  sql.join(
    words.map(
      (word) =>
        sql`${text} like '%' || regexp_replace(fold_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
    ),
    sql` and `,
  );
