/** Writes the answer to an admitted question. It belongs to the process: its readers may leave and come back. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway, reasonOf } from '../../../db/client.ts';
import { personTopic } from '../../users/rights-changed.ts';
import { ANSWER_MAX_MS, compose, firstAnswering } from '../compose/compose.ts';
import { LiveText } from '../compose/live-text.ts';
import type { CutReason } from '../compose/stream-model-answer.ts';
import type { Task } from '../compose/task.ts';
import { keepTrace } from '../conversations/answer-trace.ts';
import {
  findMessage,
  type MessageKey,
  type MessageRow,
  noteAnswering,
  noteGrounding,
  noteStep,
} from '../conversations/message-store.ts';
import { type Answering, type Ending, settle } from '../ledger/settle.ts';
import { settleOptimistically } from '../ledger/settle-optimistically.ts';
import { composeAdjusted } from './adjusted-answer.ts';
import { type ChatContext, type RunningAnswer, type WrittenAnswer, wake } from './chat-runtime.ts';
import { composeLiteral } from './literal-answer.ts';
import { composeVerified, countVerifiedUse, offeredNear, tracedVerified } from './verified-answer.ts';
import { answerTopic, hurryTopic, stopTopic } from './write-behind.ts';

/** A question that was admitted, with all that is needed to answer it. */
export type AdmittedQuestion = Task & {
  key: MessageKey;
  session_id: string;
  is_test: boolean;
  /** Nothing of what was asked and answered is kept. */
  by_program?: true;
};

/** How long the end of an answer is tried to be saved while the database is away. */
const SAVING_MAX_MS = 5 * 60_000;
const SAVING_RETRY_MS = 500;
const SAVING_TRIES = 3;

/** Starts writing an admitted answer, detached from the request. */
export function startAnswer(context: ChatContext, admission: AdmittedQuestion): RunningAnswer {
  const { running, writeBehind, closed, ended } = context.chat;
  const { key, session_id } = admission;
  const controller = new AbortController();
  const cut = (reason: CutReason) => controller.abort(reason);
  const live = new LiveText();
  if (admission.continues) live.append(admission.continues.answer);
  const kept = { key, live, onStop: () => cut('stop'), onLost: () => cut('lost') };
  writeBehind.add(kept);
  const look = () => void obeyStop(context, key, cut);
  const forgetStop = context.signals.listen(stopTopic(key.id), look);
  const forgetPerson = context.signals.listen(personTopic(key.user_id), look);
  const forgetHurry = context.signals.listen(hurryTopic(key.id), writeBehind.hurry);
  const deadline = setTimeout(() => cut('deadline'), ANSWER_MAX_MS);

  let answering = firstAnswering(admission.chain);
  const onAnswering = (begun: Answering) => {
    answering = begun;
  };
  const written = conduct(context, admission, { live, signal: controller.signal, onAnswering });
  const finished = written
    .then((whole) => save(context, key, whole))
    .then((message) => {
      const how = message?.status ?? 'unsaved';
      ended.set(how, (ended.get(how) ?? 0) + 1);
      return message;
    })
    .finally(() => {
      clearTimeout(deadline);
      forgetStop();
      forgetPerson();
      forgetHurry();
      writeBehind.remove(kept);
      running.delete(key.id);
      live.end();
    });
  const answer = { key, session_id, live, cut, written, finished, answering: () => answering };
  running.set(key.id, answer);
  if (closed) cut('drain');
  return answer;
}

type WriteSink = { live: LiveText; signal: AbortSignal; onAnswering: (answering: Answering) => void };

async function conduct(
  context: ChatContext,
  admission: AdmittedQuestion,
  sink: WriteSink,
): Promise<WrittenAnswer> {
  try {
    return await writeAnswer(context, admission, sink);
  } catch (error) {
    context.log.error({ message_id: admission.key.id, err: { message: reasonOf(error) } }, 'an answer broke');
    const { text: answer, seq } = sink.live.after(0);
    const { continues } = admission;
    const ending = {
      status: continues ? 'interrupted' : 'failed',
      error_code: 'internal',
      answer,
      seq,
      sources: continues?.sources ?? [],
      filters: [],
      charge: null,
    } satisfies Ending;
    return { ending, trace: null, at_length: false, retry_after_ms: null };
  }
}

function composerOf({ verified, adjusted, literal }: Task): typeof compose {
  if (verified) return composeVerified;
  if (literal) return composeLiteral;
  return adjusted ? composeAdjusted : compose;
}

/** Never throws: whatever happens is an ending. The answer of a test has its trace. */
async function writeAnswer(
  context: ChatContext,
  admission: AdmittedQuestion,
  { live, signal, onAnswering }: WriteSink,
): Promise<WrittenAnswer> {
  const { key, is_test, by_program } = admission;
  const log = context.log.child({ message_id: key.id });
  const task = { ...admission, person_id: key.user_id };
  let noted = Promise.resolve();
  // One after the other: of two lists of cited sources the longer one must be written last.
  const note = (grounding: Parameters<typeof noteGrounding>[2]) => {
    noted = noted
      .then(() => noteGrounding(context.db, key, grounding))
      .catch((error) => log.warn({ err: { message: reasonOf(error) } }, 'sources not noted yet'));
  };
  const {
    found: _,
    needs_person: _needs,
    trace,
    at_length,
    retry_after_ms,
    ...ending
  } = await composerOf(admission)({ ...context, log }, task, {
    live,
    signal,
    // An answer to a program is kept nowhere, only the length of its prompt.
    onFound: (found) => note(by_program ? { ...found, filters: [], results: [] } : found),
    onCited: (sources) => {
      if (!by_program) note({ sources });
    },
    onAnswering: (answering) => {
      onAnswering(answering);
      void noteAnswering(context.db, key, answering).catch((error) =>
        log.warn({ err: { message: reasonOf(error) } }, 'the answering model not noted yet'),
      );
    },
    onStep: (step) => {
      void noteStep(context.db, key, step).catch((error) =>
        log.warn({ err: { message: reasonOf(error) } }, 'a model call not noted yet'),
      );
    },
  });
  // The tester has seen it.
  const whole = { at_length, retry_after_ms };
  const verified_near = offeredNear(admission);
  if (is_test)
    return {
      ending: { ...ending, verified_near, found_nothing: false },
      trace: { ...trace(), ...tracedVerified(admission) },
      ...whole,
    };
  await countVerifiedUse(context, admission);
  return { ending: { ...ending, verified_near }, trace: null, ...whole };
}

/** Tries until the database takes it. When another process has ended the answer, its record is what counts. */
async function save(
  context: ChatContext,
  key: MessageKey,
  { ending, trace }: WrittenAnswer,
): Promise<MessageRow | undefined> {
  const { db, clock, log, queue, models } = context;
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      const settled =
        (!trace && (await settleOptimistically(db, key, ending, { now: clock.now(), models }))) ||
        (await db.transaction(async (tx) => {
          const message = await settle(tx, key, ending, { now: clock.now(), queue, models });
          if (message && trace) await keepTrace(tx, key, trace);
          return message;
        }));
      if (!settled) return await findMessage(db, key);
      await wake(context, answerTopic(key.id));
      return settled;
    } catch (error) {
      const patient = isDatabaseAway(error)
        ? performance.now() - began < SAVING_MAX_MS
        : tries < SAVING_TRIES;
      log.error(
        { message_id: key.id, tries, err: { message: reasonOf(error) } },
        'the end of an answer was not saved',
      );
      if (!patient) return undefined;
      await pause(SAVING_RETRY_MS);
    }
  }
}

/** A wake-up says "look again"; the row says whether it was meant. */
async function obeyStop(
  { db, log }: ChatContext,
  key: MessageKey,
  cut: (reason: CutReason) => void,
): Promise<void> {
  try {
    const message = await findMessage(db, key);
    if (message?.status !== 'streaming') cut('lost');
    else if (message.stop_requested) cut('stop');
  } catch (error) {
    log.warn(
      { message_id: key.id, err: { message: reasonOf(error) } },
      'a stop was not read; the next write will',
    );
  }
}
