/** The form of one banner, with a preview of the line as people see it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BANNER_TONES, type Banner, bannersApi } from '#contract/banners.ts';
import { BANNER_LINK_MAX, BANNER_TEXT_MAX } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { useTask } from '../../lib/use-task.ts';
import { Field } from '../../ui/controls/field.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { NoticeLine, noticeLinkLook } from '../../ui/page/notice-line.tsx';
import { bannerGroups } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.banners;

const MINUTE_MS = 60_000;
const FIRST_DAYS_MS = 7 * 24 * 60 * MINUTE_MS;

type Draft = {
  text: string;
  tone: Banner['tone'];
  isForAll: boolean;
  group_ids: number[];
  /** As the browser's field has them, in its own zone. */
  starts: string;
  ends: string;
  dismissible: boolean;
  url: string;
};

type BannerFormProps = { banner: Banner | undefined; onSaved: () => Promise<unknown>; onClose: () => void };

export function BannerForm({ banner, onSaved, onClose }: BannerFormProps) {
  const [draft, setDraft] = useState(() => draftOf(banner));
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const { bind, checked } = useCheckedForm();
  const wrong = problemsOf(draft);
  const save = useTask(async () => {
    await saveBanner(banner, draft);
    await onSaved();
    onClose();
  });
  const shownProblem = (field: keyof typeof wrong) => (checked ? wrong[field] : null);
  return (
    <FormDialog
      title={texts.formTitle}
      form={bind(Object.values(wrong).some(Boolean), save.run)}
      words={{ cancel: all.cancel, submit: all.save, submitting: all.saving }}
      busy={save.busy}
      failure={save.failure === null ? null : failureText(save.failure, all.saveFailed)}
      onClose={onClose}
    >
      <TextArea
        label={texts.text}
        rows={3}
        maxLength={BANNER_TEXT_MAX}
        value={draft.text}
        error={shownProblem('text')}
        onChange={(event) => change({ text: event.target.value })}
      />
      <NativeSelect
        label={texts.tone}
        value={draft.tone}
        options={BANNER_TONES.map((value) => ({ value, label: texts.tones[value] }))}
        onChange={(tone) => change({ tone })}
      />
      <Times draft={draft} problem={shownProblem} onChange={change} />
      <Audience draft={draft} problem={shownProblem('groups')} onChange={change} />
      <Field
        label={texts.url}
        type="url"
        placeholder="https://"
        maxLength={BANNER_LINK_MAX}
        value={draft.url}
        error={shownProblem('url')}
        onChange={(event) => change({ url: event.target.value })}
      />
      <Switch
        label={texts.dismissible}
        checked={draft.dismissible}
        onChange={(dismissible) => change({ dismissible })}
      />
      <Preview draft={draft} />
    </FormDialog>
  );
}

type TimesProps = {
  draft: Draft;
  problem: (field: 'starts' | 'ends') => string | null;
  onChange: (changed: Partial<Draft>) => void;
};

function Times({ draft: { starts, ends }, problem, onChange }: TimesProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label={texts.starts}
        type="datetime-local"
        value={starts}
        error={problem('starts')}
        onChange={(event) => onChange({ starts: event.target.value })}
      />
      <Field
        label={texts.ends}
        type="datetime-local"
        value={ends}
        error={problem('ends')}
        onChange={(event) => onChange({ ends: event.target.value })}
      />
    </div>
  );
}

type AudienceProps = { draft: Draft; problem: string | null; onChange: (changed: Partial<Draft>) => void };

function Audience({ draft: { isForAll, group_ids }, problem, onChange }: AudienceProps) {
  const groups = useQuery(bannerGroups());
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{texts.audience}</legend>
      <Switch label={texts.forAll} checked={isForAll} onChange={(on) => onChange({ isForAll: on })} />
      {!isForAll && groups.isPending && <Skeleton className="h-16 w-full" />}
      {!isForAll && groups.isError && <LoadFailure query={groups} text={texts.groupsFailed} />}
      {!isForAll &&
        groups.data?.map(({ id, name }) => (
          <label key={id} className="flex min-h-8 items-center gap-2.5 phone:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-brand"
              checked={group_ids.includes(id)}
              onChange={(event) =>
                onChange({
                  group_ids: event.target.checked
                    ? [...group_ids, id]
                    : group_ids.filter((one) => one !== id),
                })
              }
            />
            <span className="min-w-0 truncate">{name}</span>
          </label>
        ))}
      {problem && <p className="text-small text-danger">{problem}</p>}
    </fieldset>
  );
}

function Preview({ draft: { text, tone, url, dismissible } }: { draft: Draft }) {
  return (
    <section aria-label={texts.preview} className="grid gap-1.5">
      <p className="text-label font-medium">{texts.preview}</p>
      <div className="overflow-hidden rounded-card border border-line">
        <NoticeLine
          tone={tone === 'warning' ? 'warn' : 'info'}
          dismissLabel={texts.previewDismiss}
          action={url && <span className={noticeLinkLook}>{texts.more}</span>}
          onDismiss={dismissible ? () => undefined : undefined}
        >
          {text || texts.previewText}
        </NoticeLine>
      </div>
    </section>
  );
}

function draftOf(banner: Banner | undefined): Draft {
  const now = Date.now();
  return {
    text: banner?.text ?? '',
    tone: banner?.tone ?? 'info',
    isForAll: banner?.group_ids == null,
    group_ids: banner?.group_ids ?? [],
    starts: typed(banner ? Date.parse(banner.starts_at) : now),
    ends: typed(banner ? Date.parse(banner.ends_at) : now + FIRST_DAYS_MS),
    dismissible: banner?.dismissible ?? true,
    url: banner?.url ?? '',
  };
}

/** An instant as the browser's field takes it. */
function typed(instant: number): string {
  const zone_ms = new Date(instant).getTimezoneOffset() * MINUTE_MS;
  return new Date(instant - zone_ms).toISOString().slice(0, 16);
}

async function saveBanner(banner: Banner | undefined, draft: Draft) {
  const body = bodyOf(draft);
  if (banner)
    await call(bannersApi.update, { params: { id: banner.id }, body: { ...body, version: banner.version } });
  else await call(bannersApi.create, { body });
}

function problemsOf({ text, starts, ends, isForAll, group_ids, url }: Draft) {
  return {
    text: text.trim() ? null : texts.noText,
    starts: starts ? null : texts.noTime,
    ends: !ends ? texts.noTime : starts && ends <= starts ? texts.endFirst : null,
    groups: isForAll || group_ids.length ? null : texts.noGroup,
    url: !url || /^https:\/\/[^\s/]+/.test(url) ? null : texts.wrongUrl,
  };
}

const bodyOf = ({ text, tone, starts, ends, isForAll, group_ids, dismissible, url }: Draft) => ({
  text: text.trim(),
  tone,
  starts_at: new Date(starts).toISOString(),
  ends_at: new Date(ends).toISOString(),
  group_ids: isForAll ? null : group_ids,
  dismissible,
  url: url || null,
});
