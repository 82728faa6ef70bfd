/** Questions to ask after the newest answer. They appear or not: no place is kept for them, and no failure is shown. */
import { useQuery } from '@tanstack/react-query';
import { suggestionsApi } from '#contract/suggestions.ts';
import { call } from '../../../api/client.ts';
import { QuestionChips } from './question-chips.tsx';
import { texts } from './texts.ts';

type NextQuestionsProps = { messageId: number; onAsk: (question: string) => void };

export function NextQuestions({ messageId, onAsk }: NextQuestionsProps) {
  const suggested = useQuery({
    queryKey: ['chat', 'suggestions', messageId] as const,
    queryFn: ({ signal }) => call(suggestionsApi.list, { params: { id: messageId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!suggested.data) return null;
  const { data, metadata } = suggested.data;
  return (
    <QuestionChips
      title={metadata.kind === 'openers' ? texts.instead : texts.next}
      questions={data}
      onAsk={onAsk}
    />
  );
}
