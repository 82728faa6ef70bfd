/** The fields of a sync: those of its kind, and when it runs. */
import { EXTERNAL_ID_MAX, SYNC_NAME_MAX } from '#contract/sync-limits.ts';
import { SYNC_KINDS } from '#contract/sync-sources.ts';
import type { Sync } from '#contract/syncs.ts';
import { Field, PasswordField } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import type { problemsOf, SyncDraft } from './sync-draft.ts';
import { texts as all, kinds, scheduleKinds, weekdays } from './texts.ts';

const texts = all.form;

type FieldsProps = {
  draft: SyncDraft;
  roots: readonly string[];
  known: Sync | null;
  problems: ReturnType<typeof problemsOf>;
  errorOf: (field: string) => string | null;
  onEdit: (part: Partial<SyncDraft>) => void;
};

type TextField = {
  [name in keyof SyncDraft]: SyncDraft[name] extends string ? name : never;
}[keyof SyncDraft];

/** The props of a field for one text of the draft. */
function fieldOf({ draft, problems, errorOf, onEdit }: FieldsProps) {
  return (name: TextField, label: string, hint?: string) => ({
    name,
    label,
    hint,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: name === 'name' ? SYNC_NAME_MAX : EXTERNAL_ID_MAX,
    value: draft[name],
    error: problems[name as keyof typeof problems] ?? errorOf(`settings.${name}`) ?? errorOf(name),
    onChange: (event: { target: { value: string } }) => onEdit({ [name]: event.target.value }),
  });
}

export function SyncFields(props: FieldsProps) {
  const { draft, known, onEdit } = props;
  const field = fieldOf(props);
  return (
    <>
      {!known && (
        <Segmented
          label={texts.kind}
          value={draft.kind}
          options={SYNC_KINDS.map((value) => ({ value, label: kinds[value] }))}
          onChange={(kind) => onEdit({ kind })}
        />
      )}
      <Field {...field('name', texts.name)} />
      {draft.kind === 'folder' && <FolderFields {...props} />}
      {draft.kind === 'website' && <WebsiteFields {...props} />}
      {draft.kind === 's3' && <BucketFields {...props} />}
      <ScheduleFields {...props} />
    </>
  );
}

function FolderFields(props: FieldsProps) {
  const { draft, roots, problems, onEdit } = props;
  const field = fieldOf(props);
  if (!roots.length) return <Alert tone="info" title={texts.noRoots} />;
  const offered = roots.includes(draft.root) ? roots : [draft.root, ...roots];
  return (
    <>
      <NativeSelect
        label={texts.root}
        value={draft.root}
        error={problems.root ?? null}
        options={offered.map((value) => ({ value, label: value }))}
        onChange={(root) => onEdit({ root })}
      />
      <Field {...field('subfolder', texts.subfolder, texts.subfolderHint)} />
      <Field {...field('include', texts.include, texts.includeHint)} />
      <Field {...field('exclude', texts.exclude)} />
    </>
  );
}

function WebsiteFields(props: FieldsProps) {
  const { draft, onEdit } = props;
  const field = fieldOf(props);
  return (
    <>
      <Field {...field('url', texts.url)} type="url" inputMode="url" placeholder="https://" />
      <Switch
        label={texts.useSitemap}
        line={texts.useSitemapLine}
        checked={draft.use_sitemap}
        onChange={(use_sitemap) => onEdit({ use_sitemap })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...field('max_pages', texts.maxPages)} inputMode="numeric" />
        <Field {...field('depth', texts.depth, texts.depthHint)} inputMode="numeric" />
      </div>
      <Field {...field('include', texts.includePaths, texts.includePathsHint)} />
      <Field {...field('exclude', texts.excludePaths)} />
      <Switch
        label={texts.documents}
        checked={draft.documents}
        onChange={(documents) => onEdit({ documents })}
      />
      <Switch
        label={texts.keepParameters}
        line={texts.keepParametersLine}
        checked={draft.keep_parameters}
        onChange={(keep_parameters) => onEdit({ keep_parameters })}
      />
    </>
  );
}

function BucketFields(props: FieldsProps) {
  const { known } = props;
  const field = fieldOf(props);
  return (
    <>
      <Field {...field('endpoint', texts.endpoint)} type="url" inputMode="url" placeholder="https://" />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...field('region', texts.region)} />
        <Field {...field('bucket', texts.bucket)} />
      </div>
      <Field {...field('prefix', texts.prefix)} />
      <Field {...field('access_key_id', texts.accessKey)} />
      <PasswordField
        {...field('secret', texts.secret)}
        placeholder={known?.secret === 'stored' ? texts.secretStored : ''}
      />
      <Field {...field('include', texts.include, texts.includeHint)} />
      <Field {...field('exclude', texts.exclude)} />
    </>
  );
}

function ScheduleFields(props: FieldsProps) {
  const { draft, onEdit } = props;
  const field = fieldOf(props);
  const hasTime = draft.when === 'daily' || draft.when === 'weekly';
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <NativeSelect
        label={texts.when}
        value={draft.when}
        options={Object.entries(scheduleKinds).map(([value, label]) => ({
          value: value as SyncDraft['when'],
          label,
        }))}
        onChange={(when) => onEdit({ when })}
      />
      {hasTime && <Field {...field('at', texts.at)} type="time" />}
      {draft.when === 'weekly' && (
        <NativeSelect
          label={texts.weekday}
          value={draft.weekday}
          options={weekdays.map((label, at) => ({ value: String(at), label }))}
          onChange={(weekday) => onEdit({ weekday })}
        />
      )}
    </div>
  );
}
