/** Questions that found no answer or displeased, in groups, newest first. */
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import type { GroupState, QuestionGroup } from '#contract/open-questions.ts';
import type { QuestionKind, TimeRange } from '#contract/stats.ts';
import { failureWords } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { retryOf, rowsOf } from '../../lib/pages.ts';
import { choicesOf } from '../../lib/text/choices.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { GroupPanel } from './group-panel.tsx';
import { GroupRow } from './group-row.tsx';
import { agentNames, questionGroups } from './queries.ts';
import { texts } from './texts.ts';

export function OpenQuestions({ range }: { range: TimeRange }) {
  const id = useId();
  const [state, setState] = useState<GroupState>('open');
  const [kind, setKind] = useState<QuestionKind | 'all'>('all');
  const [agent, setAgent] = useState('all');
  const [shown, setShown] = useState<number | null>(null);
  const filtered = kind !== 'all' || agent !== 'all';
  const found = useInfiniteQuery(
    questionGroups({
      state,
      time_range: range,
      kind: kind === 'all' ? undefined : kind,
      agent_id: agent === 'all' ? undefined : Number(agent),
    }),
  );
  const groups = rowsOf(found.data);

  return (
    <section aria-labelledby={id} className={classes(cardLook, 'min-w-0')}>
      <header className="grid gap-3 p-5 pb-4">
        <div>
          <h2 id={id} className="text-title">
            {texts.title}
          </h2>
          <p className="mt-1 text-small text-ink-2">{texts.line}</p>
        </div>
        <Segmented label={texts.state} value={state} options={choicesOf(texts.states)} onChange={setState} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented label={texts.kind} value={kind} options={choicesOf(texts.kinds)} onChange={setKind} />
          <AgentChoice value={agent} onChange={setAgent} />
        </div>
      </header>
      {found.isError && (
        <div className="px-5 pb-5">
          <Alert {...failureWords(found.error, texts.loadFailed)} {...retryOf(found)} />
        </div>
      )}
      {found.isPending && <Skeletons />}
      {found.data && groups.length === 0 && (
        <EmptyState
          icon={<CircleCheck />}
          title={filtered ? texts.noMatch : texts.none[state]}
          line={filtered ? texts.noMatchLine : texts.noneLine[state]}
        />
      )}
      {groups.length > 0 && <GroupList found={found} groups={groups} onOpen={setShown} />}
      {shown !== null && <GroupPanel id={shown} onShow={setShown} onClose={() => setShown(null)} />}
    </section>
  );
}

type GroupListProps = {
  found: UseInfiniteQueryResult<InfiniteData<{ metadata: { total: number } }>>;
  groups: QuestionGroup[];
  onOpen: (id: number) => void;
};

function GroupList({ found, groups, onOpen }: GroupListProps) {
  const total = found.data?.pages.at(-1)?.metadata.total ?? 0;
  return (
    <div aria-busy={found.isFetching} className={classes(found.isPlaceholderData && 'opacity-60')}>
      <ul aria-label={texts.list} className="divide-y divide-line border-y border-line">
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} onOpen={() => onOpen(group.id)} />
        ))}
      </ul>
      <div className="grid justify-items-center gap-2 p-4">
        <span role="status" className="text-small text-ink-3 tabular-nums">
          {texts.loaded(formatNumber(groups.length), formatNumber(total))}
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
      className="w-[240px] max-w-full slim:w-full"
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
