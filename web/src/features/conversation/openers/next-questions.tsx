/** Ways on from the newest answer. They appear or not: no place is kept for them, and no failure is shown. */
import { useQuery } from '@tanstack/react-query';
import { suggestionsApi } from '#contract/suggestions.ts';
import { call } from '../../../api/client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { Ask, Turn } from '../stream/turns.ts';
import { QuestionChips } from './question-chips.tsx';
import { texts } from './texts.ts';

type NextQuestionsProps = { turn: Turn; messageId: number; onAsk: Ask };

export function NextQuestions({ turn, messageId, onAsk }: NextQuestionsProps) {
  const { question, answer } = turn;
  const near = answer?.verified_near;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {answer?.verified && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onAsk(question, { verified: false })}
        >
          {texts.askAgent}
        </Button>
      )}
      {near && <QuestionChips title={texts.near} questions={[near.question]} onAsk={onAsk} />}
      <Suggestions messageId={messageId} onAsk={onAsk} />
    </div>
  );
}

function Suggestions({ messageId, onAsk }: Omit<NextQuestionsProps, 'turn'>) {
  const suggested = useQuery({
    queryKey: ['chat', 'suggestions', messageId] as const,
    queryFn: ({ signal }) => call(suggestionsApi.list, { params: { id: messageId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!suggested.data) return null;
  const { data, metadata } = suggested.data;
  if (metadata.kind === 'next') return <QuestionChips title={texts.next} questions={data} onAsk={onAsk} />;
  return (
    <>
      <QuestionChips title={texts.instead} questions={data} onAsk={onAsk} />
      <p className="text-small text-ink-2">{texts.rephrase}</p>
    </>
  );
}
