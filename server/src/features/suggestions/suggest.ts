/** Questions to ask after an answer: made when they are first wanted, kept with the record, never within the stream. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Source } from '#contract/citations.ts';
import { OPENER_MAX, SUGGESTIONS_MAX } from '#contract/limits.ts';
import type { SuggestionKind } from '#contract/suggestions.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { agents } from '../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import type { AgentUser } from '../agents/availability.ts';
import { availableTo } from '../agents/availability.ts';
import type { MessageKey, MessageRow } from '../chat/conversations/message-store.ts';
import { findableQuestions } from '../openers/findable-questions.ts';
import { lastHeading, questionOf, subjectOf, withoutCapitals } from '../openers/heading-questions.ts';
import { asComparable, modelSuggestions } from './model-suggestions.ts';
import { citedKeys, type NearSection, nearSections } from './near-sections.ts';

type SuggestContext = Pick<AppContext, 'db' | 'clock' | 'content' | 'models' | 'queue' | 'log'>;
type Suggested = { rows: string[]; total: number; metadata: { kind: SuggestionKind } };

const some = (rows: string[], kind: SuggestionKind = 'next'): Suggested => ({
  rows,
  total: rows.length,
  metadata: { kind },
});

/** None for tests, for answers that did not come to their end, and for all but the newest. */
export function suggest(
  context: SuggestContext,
  user: AgentUser & { user_id: number },
  id: number,
): Promise<Suggested> {
  return singleFlight(context.db, `suggestions ${user.user_id} ${id}`, () => suggestOnce(context, user, id));
}

async function suggestOnce(
  context: SuggestContext,
  user: AgentUser & { user_id: number },
  id: number,
): Promise<Suggested> {
  const { db } = context;
  const found = await findAnswer(db, user, { user_id: user.user_id, id });
  if (!found) throw new AppError('message_not_found');
  const { message, agent, newest } = found;
  if (!agent || newest.id !== id || message.status !== 'done') return some([]);
  if (message.found_nothing) return some(await insteadOf(context, message, agent), 'openers');
  if (agent.suggestions === 'off') return some([]);
  if (message.suggestions) return some(message.suggestions);
  const { questions, sources } = await conversationOf(db, message);
  const near = await nearSections(db, agent.id, message.sources, citedKeys(sources));
  const byRules = () => fromSections(near, questions);
  const rows =
    agent.suggestions === 'model'
      ? await modelSuggestions(context, { message, agent_id: agent.id, near, questions }, byRules)
      : byRules();
  await keep(db, message, rows);
  return some(rows);
}

/** Returns the examples that somebody wrote. Without any, it searches once for questions that find something. */
async function insteadOf(
  context: SuggestContext,
  message: MessageRow,
  { id, openers }: { id: number; openers: string[] },
): Promise<string[]> {
  if (openers.length) return openers.slice(0, SUGGESTIONS_MAX);
  if (message.suggestions) return message.suggestions;
  const found = await findableQuestions(context, id);
  await keep(context.db, message, found);
  return found;
}

const keep = (db: Queryable, { user_id, id }: MessageKey, suggestions: string[]) =>
  db
    .update(messages)
    .set({ suggestions })
    .where(and(eq(messages.user_id, user_id), eq(messages.id, id), isNull(messages.suggestions)));

/** The record of a conversation of one’s own that is no test; without an agent that the person may (still) ask. */
async function findAnswer(db: Queryable, user: AgentUser, { user_id, id }: MessageKey) {
  const [found] = await db
    .select({
      message: messages,
      has_none: sql<boolean>`${chat_sessions}.is_test or ${chat_sessions}.temporary`,
      agent: { id: agents.id, suggestions: agents.suggestions, openers: agents.openers },
      newest: sql<number>`(select max(id)::float8 from ${messages} m
        where m.user_id = ${user_id} and m.session_id = ${messages.session_id} and m.replaced_by is null)`,
    })
    .from(messages)
    .innerJoin(
      chat_sessions,
      and(
        eq(chat_sessions.user_id, messages.user_id),
        eq(chat_sessions.id, messages.session_id),
        isNull(chat_sessions.erased_at),
      ),
    )
    .leftJoin(agents, and(eq(agents.id, chat_sessions.agent_id), availableTo(user)))
    .where(and(eq(messages.user_id, user_id), eq(messages.id, id)));
  return found && { ...found, agent: found.has_none ? null : found.agent, newest: { id: found.newest } };
}

const QUESTIONS_READ = 200;

/** The questions and the citations of the conversation of a record. */
async function conversationOf(
  db: Queryable,
  { user_id, session_id }: MessageRow,
): Promise<{ questions: string[]; sources: Source[] }> {
  const rows = await db
    .select({ question: messages.question, sources: messages.sources })
    .from(messages)
    .where(
      and(eq(messages.user_id, user_id), eq(messages.session_id, session_id), isNull(messages.replaced_by)),
    )
    .orderBy(desc(messages.id))
    .limit(QUESTIONS_READ);
  return { questions: rows.map(({ question }) => question), sources: rows.flatMap(({ sources }) => sources) };
}

/** None that was asked in this conversation, and each once. */
export function fromSections(near: NearSection[], asked: string[]): string[] {
  const known = new Set(asked.map(asComparable));
  const questions: string[] = [];
  for (const { heading, content } of near) {
    const subject = subjectOf(lastHeading(heading));
    const question = subject && questionOf(withoutCapitals(subject, content));
    if (!question || question.length > OPENER_MAX || known.has(asComparable(question))) continue;
    known.add(asComparable(question));
    questions.push(question);
    if (questions.length === SUGGESTIONS_MAX) break;
  }
  return questions;
}
