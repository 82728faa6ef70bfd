/** Questions that found no answer or displeased, newest first. */
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { STATS_QUESTIONS_COUNTED } from '#contract/limits.ts';
import type { OpenQuestion, QuestionKind, TimeRange } from '#contract/stats.ts';
import { failureWords } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { retryOf, rowsOf } from '../../lib/pages.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { agentNames, openQuestions } from './queries.ts';
import { QuestionRow } from './question-row.tsx';
import { texts as all } from './texts.ts';

const texts = all.questions;

export function OpenQuestions({ range }: { range: TimeRange }) {
  const id = useId();
  const [kind, setKind] = useState<QuestionKind | 'all'>('all');
  const [agent, setAgent] = useState('all');
  const filtered = kind !== 'all' || agent !== 'all';
  const found = useInfiniteQuery(
    openQuestions({
      time_range: range,
      kind: kind === 'all' ? undefined : kind,
      agent_id: agent === 'all' ? undefined : Number(agent),
    }),
  );
  const questions = rowsOf(found.data);

  return (
    <section aria-labelledby={id} className={classes(cardLook, 'min-w-0')}>
      <header className="grid gap-3 p-5 pb-4">
        <div>
          <h2 id={id} className="text-title">
            {texts.title}
          </h2>
          <p className="mt-1 text-small text-ink-2">{texts.line}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented label={texts.kind} value={kind} options={texts.kinds} onChange={setKind} />
          <AgentChoice value={agent} onChange={setAgent} />
        </div>
      </header>
      {found.isError && (
        <div className="px-5 pb-5">
          <Alert {...failureWords(found.error, texts.loadFailed)} {...retryOf(found)} />
        </div>
      )}
      {found.isPending && <Skeletons />}
      {found.data && questions.length === 0 && (
        <EmptyState
          icon={<CircleCheck />}
          title={filtered ? texts.noMatch : texts.none}
          line={filtered ? texts.noMatchLine : texts.noneLine}
        />
      )}
      {questions.length > 0 && <QuestionList found={found} questions={questions} />}
    </section>
  );
}

type QuestionListProps = {
  found: UseInfiniteQueryResult<InfiniteData<{ metadata: { total: number } }>>;
  questions: OpenQuestion[];
};

function QuestionList({ found, questions }: QuestionListProps) {
  const total = found.data?.pages.at(-1)?.metadata.total ?? 0;
  // More than can be read need not be counted.
  const isFloor = total >= STATS_QUESTIONS_COUNTED && found.hasNextPage;
  return (
    <div aria-busy={found.isFetching} className={classes(found.isPlaceholderData && 'opacity-60')}>
      <ul aria-label={texts.list} className="divide-y divide-line border-y border-line">
        {questions.map((question) => (
          <QuestionRow key={question.id} question={question} />
        ))}
      </ul>
      <div className="grid justify-items-center gap-2 p-4">
        <span role="status" className="text-small text-ink-3 tabular-nums">
          {texts.loaded(formatNumber(questions.length), formatNumber(total), isFloor)}
        </span>
        {found.hasNextPage && (
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {texts.loadMore}
          </Button>
        )}
      </div>
    </div>
  );
}

type AgentChoiceProps = { value: string; onChange: (value: string) => void };

/** Narrows by one agent; where their names do not come, all of them stay in sight. */
function AgentChoice({ value, onChange }: AgentChoiceProps) {
  const agents = useQuery(agentNames());
  const options = [
    { value: 'all', label: texts.allAgents },
    ...(agents.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <NativeSelect
      label={texts.agent}
      labelHidden
      size="small"
      value={value}
      options={options}
      onChange={onChange}
      className="w-[240px] max-w-full phone:w-full"
    />
  );
}

function Skeletons() {
  return (
    <div role="status" data-skeleton className="grid gap-4 border-t border-line p-5">
      <span className="sr-only">{texts.loading}</span>
      {['w-3/5', 'w-4/5', 'w-2/3'].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className={classes('h-4', width)} />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </div>
  );
}
