/** The banners of the installation: those to come, those that are shown now and those that are over. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Banner, bannersApi } from '#contract/banners.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { BannerForm } from './banner-form.tsx';
import { allBanners, bannerGroups } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.banners;

export function BannersCard() {
  const client = useQueryClient();
  const banners = useQuery(allBanners());
  const [edited, setEdited] = useState<Banner | 'new' | null>(null);
  const [removed, setRemoved] = useState<Banner | null>(null);
  const refresh = () =>
    Promise.all(
      [['alerts', 'banners'], ['banners']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const remove = useTask(async ({ id }: Banner) => {
    await call(bannersApi.remove, { params: { id } });
    setRemoved(null);
    await refresh();
  });
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <Button size="small" icon={<Plus />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      {banners.isPending && <Skeleton className="h-32 w-full" />}
      {banners.isError && <LoadFailure query={banners} text={texts.loadFailed} />}
      {banners.data?.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      {banners.data && banners.data.length > 0 && (
        <ul aria-label={texts.title} className="divide-y divide-line">
          {banners.data.map((banner) => (
            <BannerRow
              key={banner.id}
              banner={banner}
              onEdit={() => setEdited(banner)}
              onRemove={() => setRemoved(banner)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <BannerForm
          banner={edited === 'new' ? undefined : edited}
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirm
        open={removed !== null}
        text={texts.confirmRemove}
        detail={<span className="line-clamp-4 wrap-anywhere">{removed?.text}</span>}
        confirmLabel={all.remove}
        busy={remove.busy}
        failure={remove.failure === null ? null : failureText(remove.failure, all.removeFailed)}
        onConfirm={() => removed && remove.run(removed)}
        onCancel={() => setRemoved(null)}
      />
    </Card>
  );
}

type BannerRowProps = { banner: Banner; onEdit: () => void; onRemove: () => void };

function BannerRow({ banner, onEdit, onRemove }: BannerRowProps) {
  const { text, starts_at, ends_at, group_ids } = banner;
  const groups = useQuery(bannerGroups());
  const audience = group_ids
    ? group_ids.map((id) => groups.data?.find((group) => group.id === id)?.name ?? texts.goneGroup).join(', ')
    : texts.everybody;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{text}</p>
        <p className="text-small text-ink-2 tabular-nums wrap-anywhere">
          {texts.between(formatDateTime(starts_at), formatDateTime(ends_at))} · {audience}
        </p>
      </div>
      <StateBadge banner={banner} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="ghost" onClick={onEdit}>
          {all.edit}
        </Button>
        <Button size="small" variant="ghost" onClick={onRemove}>
          {all.remove}
        </Button>
      </div>
    </li>
  );
}

function StateBadge({ banner: { starts_at, ends_at } }: { banner: Banner }) {
  const [now] = useState(Date.now);
  if (Date.parse(ends_at) <= now) return <Badge>{texts.over}</Badge>;
  return Date.parse(starts_at) > now ? (
    <Badge tone="warn">{texts.toCome}</Badge>
  ) : (
    <Badge tone="ok">{texts.shown}</Badge>
  );
}
