/** Notices under an answer: interrupted, stopped, failed, made in local mode. */

import { ArrowRight, CircleAlert, Info, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import type { Failure } from '../stream/answer.ts';
import type { Turn, TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';

type AnswerEndingProps = {
  answer: TurnAnswer;
  onRetry: (() => void) | undefined;
  onContinue: (() => void) | undefined;
  /** Administrators also see that a successor answered for a retired model. */
  isAdmin: boolean;
};

export function AnswerEnding({ answer, onRetry, onContinue, isAdmin }: AnswerEndingProps) {
  const { text, local, masked, unchecked_numbers, answered_by: by } = answer;
  const asked = by?.instead_of;
  return (
    <>
      <BrokenOff {...{ answer, onRetry, onContinue }} />
      {unchecked_numbers.length > 0 && (
        <p className="flex items-start gap-1.5 text-tiny text-ink-2">
          <CircleAlert className="mt-px size-4 text-ipe-ink" />
          {texts.uncheckedNumbers(unchecked_numbers.length)}
        </p>
      )}
      {masked > 0 && <Remark>{texts.masked(masked)}</Remark>}
      {text && by && asked && (isAdmin || asked.reason !== 'successor') && (
        <p className="text-tiny text-ink-3">{texts.answeredBy(by.name, asked)}</p>
      )}
      {local && <Remark>{texts.local}</Remark>}
    </>
  );
}

function BrokenOff({ answer, onRetry, onContinue }: Omit<AnswerEndingProps, 'isAdmin'>) {
  const { text, status, cut } = answer;
  const isInterrupted = status === 'interrupted';
  if (cut || !(isInterrupted || status === 'stopped')) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-ink-2">
      <span className="inline-flex items-center gap-1.5">
        <CircleAlert className="size-4 text-ipe-ink" />
        {isInterrupted ? texts.interrupted : texts.stopped}
      </span>
      {onContinue && isInterrupted && text && (
        <Button size="small" icon={<ArrowRight className="size-4" />} onClick={onContinue}>
          {texts.continue}
        </Button>
      )}
      {onRetry && (isInterrupted || !text) && (
        <Button size="small" icon={<RefreshCw className="size-4" />} onClick={onRetry}>
          {uiTexts.retry}
        </Button>
      )}
    </div>
  );
}

function Remark({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-tiny text-ink-3">
      <Info className="mt-px size-4" />
      {children}
    </p>
  );
}

type Words = { title: string; line?: string; plans?: boolean };

type Refusal = Words & {
  tone: 'danger' | 'warn';
  /** The same question would be refused again. */
  isFinal: boolean;
};

export function refusalWords({ cause }: Failure, initial: boolean): Refusal {
  const isBlocked = failedWith(cause, 'personal_data_blocked');
  // The rule of the agent worked: nothing failed.
  if (isBlocked || failedWith(cause, 'personal_data_found'))
    return {
      title: texts.notSent,
      line: messageOf(cause, texts.startFailed),
      tone: 'warn',
      isFinal: isBlocked,
    };
  return {
    title: initial ? texts.firstSendFailed : texts.sendFailed,
    tone: 'danger',
    // The edited plan no longer fits its source: only words help.
    isFinal: failedWith(cause, 'adjust_not_possible'),
    line: messageOf(cause, texts.startFailed),
    plans: failedWith(cause, 'token_limit'),
  };
}

export function rerunRefusalWords({ failure: { cause }, rerun }: NonNullable<Turn['rerunRefusal']>): Words {
  const title = rerun === 'continue' ? texts.continueFailed : texts.retryFailed;
  return { title, line: messageOf(cause, title), plans: failedWith(cause, 'token_limit') };
}

/** Undefined for an answer that came to its end, or was stopped on purpose. */
export function endWords({ text, status, error, cut, growing }: TurnAnswer): Words | undefined {
  if (growing) return undefined;
  if (cut) return { title: texts.streamFailed, line: texts.streamCutLine };
  if (status === 'failed') return { title: error ?? texts.streamFailed };
  if (status === 'done' && text.trim() === '') return { title: texts.empty };
  return undefined;
}

export const PlansLink = () => (
  <Link to={paths.subscription} className={buttonLook('secondary', 'small')}>
    {texts.plans}
  </Link>
);
