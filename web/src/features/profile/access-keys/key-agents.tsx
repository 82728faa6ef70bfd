/** Which agents a key is for. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AGENT_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { messageOf } from '../../../api/error-message.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { AgentAvatar } from '../../../ui/display/avatar.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { LoadNearEnd } from '../../../ui/scroll/load-near-end.tsx';
import { availableAgents } from '../../agent-chooser/queries.ts';
import { goneAgents } from '../queries.ts';
import { texts as all } from './texts.ts';

const texts = all.chooser;

type KeyAgentsProps = {
  /** Those that the key has already. */
  own: number[];
  chosen: number[];
  /** None is chosen, and one should be. */
  missing: boolean;
  onChange: (chosen: number[]) => void;
};

export function KeyAgents({ own, chosen, missing, onChange }: KeyAgentsProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), AGENT_SEARCH_DEBOUNCE_MS);
  const query = useInfiniteQuery(availableAgents({ search, tag_ids: [] }));
  const agents = rowsOf(query.data);
  // No list has them, but they are chosen: they can be seen and taken away.
  const gone = useQuery(goneAgents(own));
  const goneShown = search === '' ? (gone.data ?? []) : [];
  const failed = query.isError ? query : gone.isError ? gone : undefined;
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  return (
    <div className="overflow-hidden rounded-card border border-line-strong bg-surface">
      <div className="border-b border-line p-2">
        <SearchBox label={texts.search} value={typed} onChange={setTyped} />
      </div>
      {failed && (
        <Alert
          title={texts.failed}
          line={messageOf(failed.error, texts.failed)}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
          className="m-2"
        />
      )}
      {query.isPending && <Loading />}
      {query.data && (
        <ul aria-label={texts.list} className="max-h-[196px] min-h-[104px] overflow-y-auto p-1.5">
          {agents.length + goneShown.length === 0 && (
            <li className="px-2 py-3 text-small text-ink-2">{texts.none}</li>
          )}
          {goneShown.map((id) => (
            <Option key={id} checked={chosen.includes(id)} missing={missing} onToggle={() => toggle(id)}>
              <Gone id={id} />
            </Option>
          ))}
          {agents.map(({ id, name }) => (
            <Option key={id} checked={chosen.includes(id)} missing={missing} onToggle={() => toggle(id)}>
              <AgentAvatar id={id} name={name} size="small" />
              <span className="min-w-0 truncate text-control">{name}</span>
            </Option>
          ))}
          {query.hasNextPage && (
            <li>
              <LoadNearEnd
                count={agents.length}
                loading={query.isFetchingNextPage}
                onReach={() => void query.fetchNextPage()}
              />
            </li>
          )}
        </ul>
      )}
      <Count chosen={chosen.length} missing={missing} onClear={() => onChange([])} />
    </div>
  );
}

const Loading = () => (
  <div role="status" className="grid h-[104px] content-start gap-3 p-3">
    <span className="sr-only">{texts.loading}</span>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-6" />
    ))}
  </div>
);

const Gone = ({ id }: { id: number }) => (
  <>
    <Ban aria-hidden="true" className="mx-1 size-[18px] shrink-0 text-ink-3" />
    <span className="min-w-0 truncate text-control text-ink-2">{texts.gone(id)}</span>
  </>
);

type CountProps = { chosen: number; missing: boolean; onClear: () => void };

const Count = ({ chosen, missing, onClear }: CountProps) => (
  <p
    role="status"
    className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-3 text-small"
  >
    <span className={missing ? 'text-danger' : 'text-ink-2'}>
      {missing ? texts.missing : texts.chosen(chosen)}
    </span>
    {chosen > 0 && (
      <Button variant="ghost" size="small" onClick={onClear}>
        {texts.clear}
      </Button>
    )}
  </p>
);

type OptionProps = { checked: boolean; missing: boolean; onToggle: () => void; children: ReactNode };

const Option = ({ checked, missing, onToggle, children }: OptionProps) => (
  <li>
    <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 py-1 hover:bg-sunken phone:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        aria-invalid={missing || undefined}
        onChange={onToggle}
        className="size-4.5 shrink-0 accent-brand"
      />
      {children}
    </label>
  </li>
);
