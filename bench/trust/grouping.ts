/** Ten thousand open questions of one agent, put into groups by the job that does it each minute. */
import { sql } from 'drizzle-orm';
import { groupQuestions } from '../../server/src/features/open-questions/group-questions.ts';
import { buildAgent, buildSession } from '../../server/test/builders.ts';
import { GROUPED_QUESTIONS } from '../../tests/fixtures/grouped-questions.ts';
import type { Figure } from '../quick/figure.ts';
import type { ServerProcess } from '../quick/test-server.ts';
import { bar } from './crowd.ts';

const QUESTIONS = 10_000;
const BAR_S = 20;
/** Long enough ago that a reader no longer takes the thumb back. */
const AGE_MINUTES = 5;
/** The same is asked in many courteous ways, and about some places. */
const BEGINNINGS = ['', 'Bom dia, ', 'Por favor, ', 'Olá! ', 'Gostaria de saber: ', 'Boa tarde. '];
const PLACES = ['', ' em Recife', ' em Olinda', ' em Caruaru', ' em Petrolina'];

export async function groupingFigure({ testServer, database, secret }: ServerProcess): Promise<Figure> {
  const { db } = database;
  const clock = { now: () => new Date() };
  const { id: agent_id } = await buildAgent({ db }, { name: 'Perguntado' });
  const { id: session_id } = await buildSession({ db, clock } as Parameters<typeof buildSession>[0], {
    user_id: testServer.admin.id,
    agent_id,
  });
  const known = GROUPED_QUESTIONS.flat();
  const asked = Array.from(
    { length: QUESTIONS },
    (_, turn) =>
      `${BEGINNINGS[turn % BEGINNINGS.length]}${(known[turn % known.length] as string).replace(/[?.!]*$/, '')}${PLACES[Math.floor(turn / known.length) % PLACES.length]}?`,
  );
  await db.execute(sql`
    insert into messages (user_id, session_id, question, answer, found_nothing, status, model, created_at, finished_at)
    select ${testServer.admin.id}, ${session_id}::uuid, question, 'Não encontrei.', true, 'done', 'claude-4-sonnet', happened_at, happened_at
    from unnest(${sql.param(asked)}::text[]) question, (select now() - make_interval(mins => ${AGE_MINUTES}) happened_at) moment`);
  const began = performance.now();
  await groupQuestions({ db, clock, secret });
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await db.execute<{ members: number; groups: number }>(sql`
    select (select count(*)::int from open_question_members) members, (select count(*)::int from open_question_groups) groups`);
  if ((rows[0]?.members ?? 0) < QUESTIONS) throw new Error(`only ${rows[0]?.members} were put into groups`);
  return {
    id: 'grupos',
    what: `${QUESTIONS} perguntas em aberto em ${rows[0]?.groups} grupos`,
    value: seconds,
    unit: 's',
    reference: null,
    ...bar(seconds, BAR_S, 's'),
  };
}
