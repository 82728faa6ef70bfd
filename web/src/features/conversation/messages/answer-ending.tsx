/** How an answer ended, when it did not simply end, and how it was made. */
import { ArrowRight, CircleAlert, Info, RefreshCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import type { TurnAnswer } from '../stream/turns.ts';
import { texts } from '../texts.ts';

type AnswerEndingProps = {
  answer: TurnAnswer;
  onAskAgain: (() => void) | undefined;
  onContinue: (() => void) | undefined;
};

export function AnswerEnding({ answer, onAskAgain, onContinue }: AnswerEndingProps) {
  const { text, status, cut, local } = answer;
  const isBroken = !cut && (status === 'interrupted' || status === 'stopped');
  return (
    <>
      {isBroken && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-ink-2">
          <span className="inline-flex items-center gap-1.5">
            <CircleAlert className="size-4 text-ipe-ink" />
            {status === 'interrupted' ? texts.interrupted : texts.stopped}
          </span>
          {onContinue && status === 'interrupted' && text && (
            <Button size="small" icon={<ArrowRight className="size-4" />} onClick={onContinue}>
              {texts.continue}
            </Button>
          )}
          {onAskAgain && (status === 'interrupted' || !text) && (
            <Button size="small" icon={<RefreshCw className="size-4" />} onClick={onAskAgain}>
              {uiTexts.retry}
            </Button>
          )}
        </div>
      )}
      {local && (
        <p className="flex items-start gap-1.5 text-tiny text-ink-3">
          <Info className="mt-px size-4" />
          {texts.local}
        </p>
      )}
    </>
  );
}
