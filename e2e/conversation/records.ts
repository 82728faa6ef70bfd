/** Conversations longer than anybody would type: their records are inserted into the server's database. */
import type { Source } from '#contract/citations.ts';
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import { inDatabase } from '../support/database.ts';

export type RecordWishes = {
  question: string;
  answer: string;
  sources?: Source[];
  filters?: UnderstoodFilter[];
  results?: TableResult[];
  unchecked_numbers?: UncheckedNumber[];
  status?: 'done' | 'stopped' | 'interrupted' | 'failed';
};

/** Appends finished records to a conversation; their ids, oldest first. */
export async function keepRecords(sessionId: string, records: RecordWishes[]): Promise<number[]> {
  return inDatabase(async (client) => {
    const { rows } = await client.query(
      `insert into messages (user_id, session_id, question, answer, sources, filters, results, unchecked_numbers, status, model, created_at, finished_at)
       select s.user_id, s.id, r ->> 'question', r ->> 'answer', coalesce(r -> 'sources', '[]'),
              coalesce(r -> 'filters', '[]'), coalesce(r -> 'results', '[]'),
              coalesce(r -> 'unchecked_numbers', '[]'), coalesce(r ->> 'status', 'done'), 'local', now(), now()
       from chat_sessions s, jsonb_array_elements($2) with ordinality as each(r, n)
       where s.id = $1 order by n returning id`,
      [sessionId, JSON.stringify(records)],
    );
    await client.query('update chat_sessions set messages_count = messages_count + $2 where id = $1', [
      sessionId,
      records.length,
    ]);
    return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
  });
}

/** As many as wished, each recognisable by its number and of a height of its own. */
export const numbered = (count: number): RecordWishes[] =>
  Array.from({ length: count }, (_, index) => ({
    question: `Pergunta ${index + 1}`,
    answer: `Resposta ${index + 1}. ${'O prazo é de trinta dias a contar da notificação. '.repeat(1 + ((index * 7) % 12))}`,
  }));
