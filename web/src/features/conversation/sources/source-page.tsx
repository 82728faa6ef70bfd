/** The scanned page that a citation was read on, with the cited words in boxes. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { chatApi } from '#contract/chat.ts';
import type { CitedPage } from '#contract/citations.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { PagePicture } from '../../../ui/display/page-picture.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { texts } from './texts.ts';

const pageQuery = (messageId: number, index: number) =>
  queryOptions({
    queryKey: ['chat', 'source', messageId, index, 'page'] as const,
    queryFn: ({ signal }) => call(chatApi.sourcePage, { params: { id: messageId, index } }, { signal }),
    gcTime: 30_000,
  });

type SourcePageProps = { messageId: number; index: number; page: CitedPage };

export function SourcePage({ messageId, index, page }: SourcePageProps) {
  const picture = useQuery(pageQuery(messageId, index));
  if (picture.isPending) return <Skeleton className="aspect-[1/1.41] w-full" />;
  if (picture.isError)
    return (
      <Alert
        title={texts.pageFailed}
        line={messageOf(picture.error, texts.pageFailed)}
        onRetry={() => void picture.refetch()}
        retrying={picture.isFetching}
      />
    );
  return <PagePicture blob={picture.data.blob} alt={texts.scannedPage(page.number)} boxes={page.boxes} />;
}
