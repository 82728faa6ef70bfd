/** Everybody with an account: found by name or e-mail, twenty at a time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, MailPlus, RefreshCw, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { importsApi } from '#contract/imports.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { addressesIn } from '#contract/people-search.ts';
import { call } from '../../api/client.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button, buttonLook } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { OPENS_FORM } from '../../ui/dialogs/use-opened-by-link.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { PagedRows, stuckBar } from '../../ui/page/paged-rows.tsx';
import { roleName } from '../admin/role-names.ts';
import { isSuperadmin } from '../session/role.ts';
import { told } from './failure-words.ts';
import { MissingAddresses } from './missing-addresses.tsx';
import { PeopleFilterFields } from './people-filters.tsx';
import { PickedActions, usePicks } from './picked-people.tsx';
import { type PeopleFilters, queryOf, userList } from './queries.ts';
import { texts } from './texts.ts';
import { type UserChanges, useUserChanges } from './use-user-changes.ts';
import { UserRowSkeletons, UserRows } from './user-rows.tsx';

export function UsersPanel() {
  const mobile = useMobile();
  const [term, setTerm] = useState('');
  const search = useDebounced(term.trim(), SEARCH_DEBOUNCE_MS);
  const [filters, setFilters] = useState<PeopleFilters>({ shown: null, group_id: null });
  const isForPicking = isNarrowed(search, filters);
  const found = useInfiniteQuery(userList(search, filters));
  const changes = useUserChanges();
  const users = rowsOf(found.data);
  const { picks, ...picked } = usePicks(users);
  const total = found.data?.pages.at(-1)?.metadata.total;
  const download = useTask(async () => {
    const { blob, filename } = await call(importsApi.people, { query: queryOf(search, filters) });
    saveFile(filename, blob);
  });
  const refreshing = found.isRefetching && !found.isFetchingNextPage;

  return (
    <div className="grid gap-4">
      {/* On a phone its three lines would leave little of the list. */}
      <div className={classes(!mobile && stuckBar, 'flex flex-wrap items-center justify-between gap-3')}>
        <div className="flex min-w-0 flex-wrap items-center gap-3 phone:w-full">
          <SearchBox
            value={term}
            onChange={setTerm}
            label={texts.search}
            placeholder={texts.searchHint}
            className="w-full desk:w-[360px]"
          />
          <PeopleFilterFields
            filters={filters}
            onChange={(next) => {
              setFilters(next);
              picked.clear();
            }}
          />
        </div>
        {/* Where it has a line of its own, the buttons stand at its end. */}
        <div className="flex grow flex-wrap items-center gap-3 phone:gap-2">
          <span role="status" className="mr-auto text-small text-ink-3 tabular-nums phone:w-full">
            {total !== undefined && texts.loaded(formatNumber(users.length), formatNumber(total))}
          </span>
          <Button icon={<Download />} busy={download.busy} onClick={download.run}>
            {texts.download}
          </Button>
          <Button icon={<RefreshCw />} busy={refreshing} onClick={() => void found.refetch()}>
            {texts.refresh}
          </Button>
          <Link to={paths.adminInvitations} state={OPENS_FORM} className={buttonLook('primary')}>
            <MailPlus aria-hidden />
            {texts.invite}
          </Link>
        </div>
      </div>
      {changes.failure && <Alert title={changes.failure.title} line={changes.failure.line} />}
      {download.failure !== null && (
        <Alert {...told(download.failure, texts.downloadFailed, texts.downloadFailed)} />
      )}
      {found.isSuccess && !found.isPlaceholderData && (
        <MissingAddresses search={search} filters={filters} users={users} />
      )}
      {isForPicking && <PickedActions {...picked} />}
      <PagedRows
        pages={found}
        failure={found.isError ? told(found.error, texts.loadFailed, texts.loadContext) : null}
        count={users.length}
        moreLabel={texts.loadMore}
        skeleton={<UserRowSkeletons />}
        empty={<Nobody searched={search !== ''} filters={filters} />}
      >
        <UserRows users={users} changes={changes} picks={isForPicking ? picks : undefined} />
      </PagedRows>
      <AskPromotion changes={changes} />
      <AskReset changes={changes} />
      <AskEmergency changes={changes} />
    </div>
  );
}

/** To those who may be meant together: a group, a pasted list, people who have not entered for long. */
const isNarrowed = (search: string, { shown, group_id }: PeopleFilters): boolean =>
  typeof shown === 'number' || group_id !== null || addressesIn(search).length > 0;

function AskPromotion({ changes: { asked, answer } }: { changes: UserChanges }) {
  return (
    <Confirm
      open={asked !== null}
      text={asked ? texts.promote(asked.user.name, roleName(asked.role)) : ''}
      detail={asked && isSuperadmin(asked) ? texts.superadminMay : texts.adminMay}
      confirmLabel={texts.promoteLabel}
      variant="primary"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

function AskReset({ changes: { resetting, answerReset } }: { changes: UserChanges }) {
  const { text, detail, label } = texts.reset;
  return (
    <Confirm
      open={resetting !== null}
      text={resetting ? text(resetting.name) : ''}
      detail={resetting && detail(resetting.name)}
      confirmLabel={label}
      onConfirm={() => answerReset(true)}
      onCancel={() => answerReset(false)}
    />
  );
}

function AskEmergency({ changes: { marking, answerEmergency } }: { changes: UserChanges }) {
  const { give, giveDetail, giveLabel, take, takeDetail, takeLabel } = texts.emergency;
  const isOne = marking?.emergency === true;
  return (
    <Confirm
      open={marking !== null}
      text={marking ? (isOne ? take : give)(marking.name) : ''}
      detail={isOne ? takeDetail : giveDetail}
      confirmLabel={isOne ? takeLabel : giveLabel}
      variant={isOne ? 'danger' : 'primary'}
      onConfirm={() => answerEmergency(true)}
      onCancel={() => answerEmergency(false)}
    />
  );
}

type NobodyProps = { searched: boolean; filters: PeopleFilters };

function Nobody({ searched, filters }: NobodyProps) {
  const { title, line } = nobodyWords(searched, filters);
  return <EmptyState icon={<Users />} title={title} line={line} />;
}

function nobodyWords(searched: boolean, { shown, group_id }: PeopleFilters): { title: string; line: string } {
  const { absent, group } = texts;
  if (searched) return { title: texts.noMatch, line: texts.noMatchLine };
  if (group_id !== null)
    return shown === null
      ? { title: group.none, line: group.noneLine }
      : { title: texts.noMatch, line: group.noneShownLine };
  if (shown === 'inactive') return { title: absent.noneInactive, line: absent.noneInactiveLine };
  if (typeof shown === 'number') return { title: absent.none, line: absent.noneLine };
  return { title: texts.none, line: texts.noneLine };
}
