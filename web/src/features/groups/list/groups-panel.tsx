/** Groups of people: made, renamed, filled, given agents, deleted. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { UserGroup } from '#contract/groups.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { formatNumber } from '../../../lib/format.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { PagedRows, stuckBar } from '../../../ui/page/paged-rows.tsx';
import { told } from '../../users/failure-words.ts';
import { AssignUsers } from '../dialogs/assign-users.tsx';
import { ManageAgents } from '../dialogs/manage-agents.tsx';
import { GroupLimitsDialog } from '../limits/group-limits.tsx';
import { groupList } from '../queries.ts';
import { texts } from '../texts.ts';
import { DeleteGroup } from './delete-group.tsx';
import type { GroupAction } from './group-actions.tsx';
import { GroupForm } from './group-form.tsx';
import { GroupRowSkeletons, GroupRows } from './group-rows.tsx';

type Opened = { action: 'create' } | { action: GroupAction; group: UserGroup };

export function GroupsPanel() {
  const [term, setTerm] = useState('');
  const search = useDebounced(term.trim(), SEARCH_DEBOUNCE_MS);
  const found = useInfiniteQuery(groupList(search));
  const groups = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [notDeleted, setNotDeleted] = useState<unknown>(null);
  const create = () => setOpened({ action: 'create' });

  return (
    <section className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-title">{texts.title}</h2>
          <p className="mt-1 text-small text-ink-2">{texts.line}</p>
        </div>
        <Button variant="primary" icon={<Plus />} onClick={create}>
          {texts.newGroup}
        </Button>
      </header>
      <div className={classes(stuckBar, 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5')}>
        <SearchBox value={term} onChange={setTerm} label={texts.search} className="w-full desk:w-[360px]" />
        <span role="status" className="text-small text-ink-3 tabular-nums">
          {total !== undefined && texts.loaded(formatNumber(groups.length), formatNumber(total))}
        </span>
      </div>
      {notDeleted !== null && <Alert {...told(notDeleted, texts.remove.failed, texts.remove.context)} />}
      <PagedRows
        pages={found}
        failure={found.isError ? told(found.error, texts.loadFailed, texts.loadContext) : null}
        count={groups.length}
        moreLabel={texts.loadMore}
        skeleton={<GroupRowSkeletons />}
        empty={<NoGroups searched={search !== ''} onCreate={create} />}
      >
        <GroupRows
          groups={groups}
          onAction={(action, group) => {
            setNotDeleted(null);
            setOpened({ action, group });
          }}
        />
      </PagedRows>
      {opened && (
        <OpenedDialog opened={opened} onClose={() => setOpened(null)} onNotDeleted={setNotDeleted} />
      )}
    </section>
  );
}

type NoGroupsProps = { searched: boolean; onCreate: () => void };

function NoGroups({ searched, onCreate }: NoGroupsProps) {
  if (searched) return <EmptyState icon={<UsersRound />} title={texts.noMatch} line={texts.noMatchLine} />;
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={onCreate}>
      {texts.createFirst}
    </Button>
  );
  return <EmptyState icon={<UsersRound />} title={texts.none} action={create} />;
}

type OpenedDialogProps = {
  opened: Opened;
  onClose: () => void;
  onNotDeleted: (failure: unknown) => void;
};

function OpenedDialog({ opened, onClose, onNotDeleted }: OpenedDialogProps) {
  if (opened.action === 'create') return <GroupForm onClose={onClose} />;
  const dialog = { group: opened.group, onClose };
  switch (opened.action) {
    case 'edit':
      return <GroupForm {...dialog} />;
    case 'assign':
      return <AssignUsers {...dialog} />;
    case 'agents':
      return <ManageAgents {...dialog} />;
    case 'limits':
      return <GroupLimitsDialog {...dialog} />;
    case 'remove':
      return <DeleteGroup {...dialog} onFailed={onNotDeleted} />;
  }
}
