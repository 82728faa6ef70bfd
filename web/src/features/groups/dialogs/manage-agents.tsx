/** Which agents the people of a group see: ticked in, unticked out, saved together. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import type { UserGroup } from '#contract/groups.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { formatNumber } from '../../../lib/format.ts';
import { choicesOf } from '../../../lib/text/choices.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { told } from '../../users/failure-words.ts';
import { type AgentFilter, agentsOfGroup } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { AgentChoice, agentsIn } from './agent-choice.tsx';
import { type AgentChanges, isEmpty, markOf } from './selection.ts';
import { StatusFrame } from './status-frame.tsx';
import { useAgentChanges } from './use-agent-changes.ts';
import { useDiscardQuestion } from './use-discard-question.tsx';

const texts = all.manage;

type ManageAgentsProps = { group: UserGroup; onClose: () => void };

export function ManageAgents({ group, onClose }: ManageAgentsProps) {
  const search = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState<AgentFilter>({ search_term: '', association: 'all' });
  const settled = {
    ...filter,
    search_term: useDebounced(filter.search_term.trim(), SEARCH_DEBOUNCE_MS),
  };
  const found = useInfiniteQuery(agentsOfGroup(group.id, settled));
  const rows = agentsIn(found.data);
  const { changes, flip, save, failure } = useAgentChanges(group.id, onClose);
  const { close, question } = useDiscardQuestion(!isEmpty(changes), onClose);

  return (
    <Modal
      open
      onClose={save.busy ? () => {} : close}
      title={texts.title}
      line={texts.line(group.name)}
      size="large"
      initialFocus={search}
      footer={
        <>
          <Button disabled={save.busy} onClick={close} className="phone:flex-1">
            {all.cancel}
          </Button>
          <SaveButton changes={changes} busy={save.busy} onSave={save.run} />
        </>
      }
    >
      <StatusFrame
        label={texts.list}
        found={found}
        count={rows.length}
        filterKey={JSON.stringify(settled)}
        empty={texts.none}
        failure={found.isError ? told(found.error, titleOf(found, settled), texts.context) : null}
        filters={
          <>
            <Filters searchBox={search} filter={filter} onChange={setFilter} />
            {failure && <Alert {...failure} />}
          </>
        }
      >
        {rows.map(({ agent, is_associated }) => (
          <AgentChoice
            key={agent.id}
            agent={agent}
            is_associated={is_associated}
            mark={markOf(changes, { id: agent.id, is_associated })}
            onFlip={flip}
          />
        ))}
      </StatusFrame>
      {question}
    </Modal>
  );
}

type SaveButtonProps = { changes: AgentChanges; busy: boolean; onSave: () => void };

function SaveButton({ changes, busy, onSave }: SaveButtonProps) {
  const { added, removed } = changes;
  return (
    <Button
      variant="primary"
      disabled={isEmpty(changes)}
      busy={busy}
      onClick={onSave}
      className="phone:flex-1"
    >
      {isEmpty(changes) ? texts.nothing : texts.submit(formatNumber(added.size), formatNumber(removed.size))}
    </Button>
  );
}

type FiltersProps = {
  searchBox: Ref<HTMLInputElement>;
  filter: AgentFilter;
  onChange: (filter: AgentFilter) => void;
};

function Filters({ searchBox, filter, onChange }: FiltersProps) {
  return (
    <div className="grid gap-3 desk:grid-cols-[1fr_220px]">
      <SearchBox
        ref={searchBox}
        value={filter.search_term}
        onChange={(search_term) => onChange({ ...filter, search_term })}
        label={texts.search}
      />
      <NativeSelect
        label={all.association}
        labelHidden
        value={filter.association}
        options={choicesOf(texts.associations)}
        onChange={(association) => onChange({ ...filter, association })}
      />
    </div>
  );
}

type LoadedPages = { isFetchNextPageError: boolean };

function titleOf({ isFetchNextPageError }: LoadedPages, { search_term, association }: AgentFilter): string {
  if (isFetchNextPageError) return texts.moreFailed;
  return search_term || association !== 'all' ? texts.loadFailed : texts.prepareFailed;
}
