/** The page of one agent, data source or knowledge base: found by the id in the address, in all its states. */
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { failureText } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { idOf } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { DetailPage, NothingHere } from '../../ui/page/detail-page.tsx';

export type DetailTexts = {
  back: string;
  notFound: string;
  notFoundLine: string;
  toList: string;
  loadFailed: string;
  /** Shown above what is known, when it could not be read again. */
  stale?: string;
};

type FrameProps = {
  /** The list that the page belongs to. */
  title: string;
  listPath: string;
  /** The query part of the list's address as it was left, from the state beside the address. */
  searchOf?: (state: unknown) => string;
  texts: DetailTexts;
};

type DetailScreenProps<T, K extends QueryKey> = FrameProps & {
  query: (id: number) => UseQueryOptions<T, Error, T, K>;
  /** The error code of an id that there is not. */
  notFoundCode: string;
  skeleton: ReactNode;
  /** `onEditing(true)` has the thing read again from time to time: while somebody edits it, others may too. */
  children: (thing: T, onEditing: (editing: boolean) => void) => ReactNode;
};

const REFETCH_WHILE_EDITING_MS = 20_000;

export function DetailScreen<T extends { name: string }, K extends QueryKey>(props: DetailScreenProps<T, K>) {
  const id = idOf(useParams().id);
  return id === null ? <NotFound {...props} /> : <Loaded key={id} id={id} {...props} />;
}

function Loaded<T extends { name: string }, K extends QueryKey>({
  id,
  ...props
}: DetailScreenProps<T, K> & { id: number }) {
  const { title, texts, listPath, notFoundCode, skeleton, children } = props;
  const [editing, setEditing] = useState(false);
  const found = useQuery({
    ...props.query(id),
    ...(editing && { refetchInterval: REFETCH_WHILE_EDITING_MS }),
  });
  useTitle(found.data?.name ?? title);
  if (failedWith(found.error, notFoundCode)) return <NotFound {...props} />;
  if (found.data) {
    return (
      <Frame {...props} crumb={found.data.name}>
        {found.isError && texts.stale && (
          <Alert
            tone="warn"
            title={texts.stale}
            line={failureText(found.error, texts.loadFailed)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {children(found.data, setEditing)}
      </Frame>
    );
  }
  return (
    <Frame {...props} crumb="…">
      {found.isPending ? (
        <div aria-busy="true" data-skeleton className="grid gap-[22px]">
          {skeleton}
        </div>
      ) : (
        <LoadFailure query={found} text={texts.loadFailed}>
          <Link to={listPath} className={buttonLook('secondary', 'small')}>
            {texts.toList}
          </Link>
        </LoadFailure>
      )}
    </Frame>
  );
}

/** All states of the page have the ways back. */
function Frame(props: FrameProps & { crumb: string; children: ReactNode }) {
  const { title, listPath, searchOf, texts, crumb, children } = props;
  const { state } = useLocation();
  return (
    <DetailPage
      list={title}
      listLink={<Link to={listPath}>{title}</Link>}
      crumb={crumb}
      backLink={<Link to={listPath + (searchOf?.(state) ?? '')}>{texts.back}</Link>}
    >
      {children}
    </DetailPage>
  );
}

function NotFound(props: FrameProps) {
  const { texts, listPath } = props;
  useTitle(texts.notFound);
  return (
    <Frame {...props} crumb={texts.notFound}>
      <NothingHere
        title={texts.notFound}
        line={texts.notFoundLine}
        action={
          <Link to={listPath} className={buttonLook('primary')}>
            {texts.toList}
          </Link>
        }
      />
    </Frame>
  );
}

/** The open tab stands in the address, without an entry of its own in the history: Back leaves the page. */
export function useTabInAddress<T extends string>(names: readonly [T, ...T[]]): [T, (tab: T) => void] {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const tab = names.find((name) => name === address.get('tab')) ?? names[0];
  return [tab, (next) => setAddress(next === names[0] ? {} : { tab: next }, { replace: true, state })];
}
