/** Asks the models of a chain one after the other, until one of them says a word. */
import type { ProblemCode } from '#contract/errors.ts';
import type { MaskedCall, ModelCall, OpenModel } from '../../../adapters/models/model.ts';
import { isPassedOn } from '../../../adapters/models/passed-on.ts';
import type { AnswerText } from './answer-text.ts';
import type { LiveText } from './live-text.ts';
import { cutBy, NOTHING_REPORTED, type StreamedAnswer, streamModelAnswer } from './stream-model-answer.ts';

/** A model that failed before its first word, so that the next one was asked. */
export type FailedAttempt = {
  model: OpenModel;
  code: ProblemCode;
  ms: number;
  outcome: StreamedAnswer;
};

export type ModelsAnswer = {
  outcome: StreamedAnswer;
  /** The model that answered, or the last that was asked. */
  model: OpenModel;
  attempts: FailedAttempt[];
  /** Its call as it left, where that had marks in the place of personal data. */
  masked: MaskedCall | null;
};

type Sink = {
  text: Pick<AnswerText, 'take'>;
  live: LiveText;
  onError: (model: OpenModel, cause: unknown) => void;
  /** Called when a model has failed and the next one is asked. */
  onFailed?: (attempt: FailedAttempt) => void;
  /** Called when a model begins to answer, before its first word is passed on. */
  onBegin?: (begun: Omit<ModelsAnswer, 'outcome'>) => void;
};

/** The longest wait for the first word, over all models of a chain. */
const TOGETHER_MS = 60_000;

export async function askModels(
  links: readonly [OpenModel, ...OpenModel[]],
  callTo: (model: OpenModel) => Omit<ModelCall, 'onUsage' | 'signal'>,
  sink: Sink,
  signal: AbortSignal,
): Promise<ModelsAnswer> {
  const began = performance.now();
  const attempts: FailedAttempt[] = [];
  for (let place = 0, model = links[0]; ; place += 1) {
    const asked = performance.now();
    const next = links[place + 1];
    const limits =
      links.length > 1
        ? { first_token_ms: began + TOGETHER_MS - asked, has_reserve: next !== undefined }
        : {};
    let hasBegun = false;
    let masked: MaskedCall | null = null;
    const onMasked = (left: MaskedCall) => {
      masked = left;
    };
    const text = {
      take(words: string): string {
        if (!hasBegun && words !== '') {
          hasBegun = true;
          sink.onBegin?.({ model, attempts, masked });
        }
        return sink.text.take(words);
      },
    };
    const onError = (cause: unknown) => sink.onError(model, cause);
    const call = { ...callTo(model), ...limits, onMasked, signal };
    const outcome = await streamModelAnswer(model.model, call, { text, live: sink.live, onError });
    const ended = performance.now();
    const isLate = ended - began >= TOGETHER_MS;
    if (!next || hasBegun || isLate || outcome.type !== 'failed' || !isPassedOn(outcome))
      return { outcome, model, attempts, masked };
    const attempt = { model, code: outcome.code, ms: Math.round(ended - asked), outcome };
    attempts.push(attempt);
    sink.onFailed?.(attempt);
    if (signal.aborted)
      return { outcome: { ...cutBy(signal), reported: NOTHING_REPORTED }, model, attempts, masked };
    model = next;
  }
}
