/** Asks the agent of a counter for a visitor, and shows them no more than words, sources and how it ended. */
import type { AnswerEvent } from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { CounterEvent, CounterSource, CounterSourceView } from '#contract/public-counters.ts';
import { AppError } from '../../../app-error.ts';
import type { VisitorCaller } from '../../../http/routes.ts';
import { requireBeginning } from '../../chat/ask.ts';
import { findMessage } from '../../chat/conversations/message-store.ts';
import { chunksOf, fromMemory } from '../../chat/read/read-answer.ts';
import { sourceOfAnswer } from '../../chat/read/source-view.ts';
import { type RunningAnswer, trackAdmission } from '../../chat/run/chat-runtime.ts';
import { startAnswer } from '../../chat/run/run-answer.ts';
import { sourceText, sourceTitle } from '../../grounding/verified-passage.ts';
import { stopWhenLeft } from '../../openai/whole-answer.ts';
import type { CounterContext } from '../counter-context.ts';
import { requireOpenCounter } from '../counter-rows.ts';
import { countAtCounter } from '../statistics.ts';
import { admitVisitor, type Prepared, prepareQuestion } from './admit-visitor.ts';
import { consumeQuestion, whenThereIsRoom } from './turns.ts';

type Asking = { slug: string; question: string; ip: string; left: AbortSignal };

export async function askAtCounter(
  context: CounterContext,
  caller: VisitorCaller,
  { slug, ip, left, ...typed }: Asking,
): Promise<AsyncIterable<CounterEvent>> {
  const counter = await requireOpenCounter(context.db, slug, context.clock.now());
  const question = cleanQuestion(typed.question);
  const asked = { counter, caller, question };
  const prepare = async () => {
    await consumeQuestion(context, caller, ip);
    return prepareQuestion(context, asked);
  };
  const answer = await trackAdmission(context, async (owner) => {
    const admit = (prepared: Prepared) => admitVisitor(context, asked, prepared, owner);
    const admitted = await whenThereIsRoom(context, caller, { prepare, admit, left });
    return startAnswer(context, admitted);
  }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'counter_budget')
      await countAtCounter(context, counter.id, 'over_budget');
    throw error;
  });
  // A visitor cannot come back to an answer at a counter.
  stopWhenLeft(answer, left);
  const counted = answer.finished.then((message) =>
    countAtCounter(context, counter.id, 'questions', ...outcomeOf(message)),
  );
  await requireBeginning(context, answer);
  return events(context, answer, counted);
}

const outcomeOf = (
  message: { status: string; found_nothing: boolean } | undefined,
): ('found' | 'not_found')[] => {
  if (message?.status !== 'done') return [];
  return [message.found_nothing ? 'not_found' : 'found'];
};

async function* events(
  context: CounterContext,
  answer: RunningAnswer,
  counted: Promise<void>,
): AsyncGenerator<CounterEvent> {
  for await (const event of chunksOf(context, fromMemory(answer))) {
    if (!event.done) {
      yield { content: event.content, done: false };
      continue;
    }
    const message = await answer.finished;
    await counted;
    yield { ...lastEvent(event), message_id: answer.key.id, found_nothing: message?.found_nothing ?? false };
  }
}

const lastEvent = ({ content, sources, status, error, verified }: AnswerEvent): CounterEvent => ({
  content,
  done: true,
  ...(sources ? { sources: sources.map(visitorSource) } : {}),
  ...(status ? { status } : {}),
  ...(error ? { error } : {}),
  ...(verified
    ? {
        verified: {
          owner_label: verified.owner_label,
          verified_on: verified.verified_on,
          review_on: verified.review_on,
        },
      }
    : {}),
});

function visitorSource({ index, kind, title, snippet, ...source }: Source): CounterSource {
  const { page, section, url, validity_label } = source;
  return {
    index,
    kind,
    title: sourceTitle({ kind, title }),
    snippet: sourceText({ kind, snippet }),
    ...(page === undefined ? {} : { page }),
    ...(section === undefined ? {} : { section }),
    ...(url === undefined ? {} : { url }),
    ...(validity_label === undefined ? {} : { validity_label }),
  };
}

/** A source of an answer of the same visit; everything else is unknown. */
export async function sourceAtCounter(
  context: CounterContext,
  caller: VisitorCaller,
  { slug, message, index }: { slug: string; message: number; index: number },
): Promise<CounterSourceView> {
  const counter = await requireOpenCounter(context.db, slug, context.clock.now());
  const found = await findMessage(context.db, { user_id: caller.user_id, id: message });
  if (found?.session_id !== caller.session_id) throw new AppError('message_not_found');
  const source = found.sources.find((cited) => cited.index === index);
  if (!source) throw new AppError('message_not_found');
  const view = await sourceOfAnswer(context, counter.agent_id, { source, on_date: found.on_date });
  const { text, start, end, more_before, more_after } = view;
  const state = view.state === 'withheld' ? 'removed' : view.state;
  return { source: visitorSource(view.source), state, text, start, end, more_before, more_after };
}

const EMPTY = 'A pergunta não pode estar vazia.';

/** Without characters that nobody types, or that turn the direction of what an administrator will read. */
function cleanQuestion(question: string): string {
  const clean = question
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .toWellFormed()
    .normalize('NFC')
    .trim();
  if (clean) return clean;
  throw new AppError('validation', { detail: EMPTY, errors: [{ field: 'question', message: EMPTY }] });
}
