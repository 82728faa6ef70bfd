/** Access keys that go on working after a recovery; those without a tick end with the new password. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ACCESS_KEY_PREFIX } from '#contract/limits.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDate } from '../../../lib/format.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { accessKeys } from '../queries.ts';
import { texts as all } from './texts.ts';

const texts = all.keep;

type KeysToKeepProps = { kept: number[]; onChange: (kept: number[]) => void };

export function KeysToKeep({ kept, onChange }: KeysToKeepProps) {
  const note = useId();
  const keys = useQuery({ ...accessKeys(), refetchOnMount: 'always' });
  if (keys.isError)
    return (
      <Alert
        title={all.loadFailed}
        line={messageOf(keys.error, all.loadContext)}
        onRetry={() => void keys.refetch()}
        retrying={keys.isFetching}
      />
    );
  if (!keys.data?.length) return null;
  const toggle = (id: number) =>
    onChange(kept.includes(id) ? kept.filter((one) => one !== id) : [...kept, id]);
  return (
    <fieldset aria-describedby={note} className="grid gap-1">
      <legend className="text-label font-medium">{texts.title}</legend>
      <p id={note} className="text-small text-ink-2">
        {texts.line}
      </p>
      {keys.data.map(({ id, name, hint, created_at }) => (
        <label key={id} className="flex min-h-11 items-center gap-3 rounded-card px-2.5 py-2 hover:bg-sunken">
          <input
            type="checkbox"
            checked={kept.includes(id)}
            onChange={() => toggle(id)}
            className="size-[18px] shrink-0 accent-brand"
          />
          <span className="min-w-0 flex-1">
            <span className="block text-control font-medium wrap-anywhere">{name}</span>
            <span className="block text-small text-ink-2">
              {ACCESS_KEY_PREFIX}…{hint} · {texts.createdOn(formatDate(created_at))}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
