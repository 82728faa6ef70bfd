/** Moving people into a group. Nobody can be taken out here: who leaves is moved to another group. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { UserGroup } from '#contract/groups.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { told } from '../../users/failure-words.ts';
import { afterMove, idsToAdd, type UserFilter, usersOfGroup } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { assignUsers } from './group-calls.ts';
import { nobody, toggled, withAll, withoutAll } from './selection.ts';
import { StatusFrame } from './status-frame.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';
import { UserChoice, usersIn } from './user-choice.tsx';
import { UserFilters } from './user-filters.tsx';

const texts = all.assign;

type AssignUsersProps = { group: UserGroup; onClose: () => void };

export function AssignUsers({ group, onClose }: AssignUsersProps) {
  const search = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState<UserFilter>({ search_term: '', email_domain: '', association: 'all' });
  const settled = useSettled(filter);
  const found = useInfiniteQuery(usersOfGroup(group.id, settled));
  const rows = usersIn(found.data);
  const { selected, toggle, clear, everybody, assign } = useAssignment(group.id, filter, onClose);
  const failed = assign.failure ?? everybody.failure;
  const { close, question } = useDiscardQuestion(selected.size > 0, onClose);

  return (
    <Modal
      open
      onClose={assign.busy ? () => {} : close}
      title={texts.title}
      line={texts.line(group.name)}
      size="large"
      initialFocus={search}
      footer={
        <Footer
          selected={selected.size}
          busy={assign.busy}
          onClear={clear}
          onClose={close}
          onAssign={assign.run}
        />
      }
    >
      <StatusFrame
        label={texts.list}
        found={found}
        count={rows.length}
        filterKey={JSON.stringify(settled)}
        empty={texts.none}
        failure={loadFailure(found)}
        filters={
          <>
            <UserFilters
              searchBox={search}
              filter={filter}
              onChange={setFilter}
              total={found.data?.pages.at(-1)?.metadata.total}
              selecting={everybody.busy}
              onSelectAll={everybody.run}
            />
            {failed !== null && (
              <Alert title={failureText(failed, assign.failure ? texts.failed : texts.selectAllFailed)} />
            )}
          </>
        }
      >
        {rows.map((row) => (
          <UserChoice key={row.user.id} row={row} selected={selected.has(row.user.id)} onToggle={toggle} />
        ))}
      </StatusFrame>
      {question}
    </Modal>
  );
}

/** The people who are selected, by one or by the filter, and the task of moving them. */
function useAssignment(groupId: number, filter: UserFilter, onDone: () => void) {
  const cache = useQueryClient();
  const [selected, setSelected] = useState(nobody);
  const toggle = useCallback((id: number) => setSelected((ids) => toggled(ids, id)), []);
  const everybody = useTask(async () => {
    const ids = await idsToAdd(groupId, trimmed(filter));
    setSelected((before) => withAll(before, ids));
  });
  const assign = useTask(async () => {
    try {
      await assignUsers(groupId, selected, (ids) => setSelected((before) => withoutAll(before, ids)));
    } catch (failure) {
      // Some may have moved before one call failed.
      if (selected.size > 0) void afterMove(cache);
      throw failure;
    }
    onDone();
    await afterMove(cache);
  });
  return { selected, toggle, clear: () => setSelected(nobody), everybody, assign };
}

type LoadedPages = { isError: boolean; error: unknown; isFetchNextPageError: boolean };

type FooterProps = {
  /** How many people. */
  selected: number;
  busy: boolean;
  onClear: () => void;
  onClose: () => void;
  onAssign: () => void;
};

function Footer({ selected, busy, onClear, onClose, onAssign }: FooterProps) {
  return (
    <>
      {selected > 0 && (
        <Button variant="ghost" className="mr-auto" disabled={busy} onClick={onClear}>
          {texts.clear}
        </Button>
      )}
      <Button disabled={busy} onClick={onClose} className="phone:flex-1">
        {all.cancel}
      </Button>
      <Button
        variant="primary"
        disabled={selected === 0}
        busy={busy}
        onClick={onAssign}
        className="phone:flex-1"
      >
        {selected === 0 ? texts.nothing : texts.submit(formatNumber(selected))}
      </Button>
    </>
  );
}

function loadFailure({ isError, error, isFetchNextPageError }: LoadedPages) {
  if (!isError) return null;
  return told(error, isFetchNextPageError ? texts.moreFailed : texts.prepareFailed, texts.context);
}

const trimmed = (filter: UserFilter): UserFilter => ({
  ...filter,
  search_term: filter.search_term.trim(),
  email_domain: filter.email_domain.trim(),
});

/** Typed filters wait for a pause; chosen ones do not. */
function useSettled(filter: UserFilter): UserFilter {
  const { search_term, email_domain, association } = trimmed(filter);
  return {
    search_term: useDebounced(search_term, SEARCH_DEBOUNCE_MS),
    email_domain: useDebounced(email_domain, SEARCH_DEBOUNCE_MS),
    association,
  };
}
