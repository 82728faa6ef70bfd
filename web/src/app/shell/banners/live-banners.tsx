/** Lines that the organisation shows its people above every screen: at most two at a time, warnings first. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveBanner } from '#contract/banners.ts';
import { queryClient } from '../../../api/query-client.ts';
import { dismiss, dismissals } from '../../../features/conversation/dismissals.ts';
import { NoticeLine, noticeLinkLook } from '../../../ui/page/notice-line.tsx';
import { texts } from './texts.ts';

const SHOWN_MAX = 2;

type LiveBannersProps = {
  /** Those that are live, in the order in which they are shown. */
  banners: LiveBanner[];
  onDismiss: () => void;
};

/** Whether one was put away is known before any is shown, so that none pushes the screen down later. */
export async function knownBanners(): Promise<typeof LiveBanners> {
  const live = queryClient.getQueryData<LiveBanner[]>(['banners']);
  if (live?.some(({ dismissible }) => dismissible)) await queryClient.prefetchQuery(dismissals());
  return LiveBanners;
}

function LiveBanners({ banners, onDismiss }: LiveBannersProps) {
  const client = useQueryClient();
  const known = useQuery({ ...dismissals(), enabled: banners.some(({ dismissible }) => dismissible) });
  const [gone, setGone] = useState<string[]>([]);
  const isPutAway = (banner: LiveBanner): boolean => {
    if (!banner.dismissible) return false;
    // One that was put away must not flash up before that is known.
    if (known.isLoading || gone.includes(keyOf(banner))) return true;
    return (
      known.data?.some(({ key, version }) => key === `banner:${banner.id}` && version >= banner.version) ??
      false
    );
  };
  const putAway = (banner: LiveBanner) => {
    setGone([...gone, keyOf(banner)]);
    void dismiss(client, `banner:${banner.id}`, banner.version);
    onDismiss();
  };
  return banners
    .filter((banner) => !isPutAway(banner))
    .slice(0, SHOWN_MAX)
    .map((banner) => (
      <NoticeLine
        key={banner.id}
        tone={banner.tone === 'warning' ? 'warn' : 'info'}
        dismissLabel={texts.dismiss}
        onDismiss={banner.dismissible ? () => putAway(banner) : undefined}
        action={
          banner.url && (
            <a href={banner.url} target="_blank" rel="noreferrer" className={noticeLinkLook}>
              {texts.more}
            </a>
          )
        }
      >
        {banner.text}
      </NoticeLine>
    ));
}

const keyOf = ({ id, version }: LiveBanner): string => `${id} ${version}`;
