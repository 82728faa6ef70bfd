/** The banners of the installation: those to come, those that are shown now and those that are over. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Banner, bannersApi } from '#contract/banners.ts';
import { call } from '../../api/client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { BannerForm } from './banner-form.tsx';
import { EditedList } from './edited-list.tsx';
import { allBanners, bannerGroups } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.banners;

export function BannersCard() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [['alerts', 'banners'], ['banners']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  return (
    <EditedList
      texts={texts}
      found={useQuery(allBanners())}
      row={(banner, actions) => <BannerRow key={banner.id} banner={banner} {...actions} />}
      form={(banner, onClose) => <BannerForm banner={banner} onSaved={refresh} onClose={onClose} />}
      onRemove={async ({ id }) => {
        await call(bannersApi.remove, { params: { id } });
        await refresh();
      }}
      removeLine={({ text }) => <span className="line-clamp-4 wrap-anywhere">{text}</span>}
    />
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
