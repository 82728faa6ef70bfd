import type { FormEvent, ReactNode } from 'react';
import type { SourceProfile } from '#contract/table-profile.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { ColumnRow } from './column-row.tsx';
import type { ColumnDraft, ProfileDraft } from './draft.ts';
import { Suggested } from './suggested.tsx';
import { texts } from './texts.ts';

type ProfileFormProps = {
  id: string;
  profile: SourceProfile;
  draft: ProfileDraft;
  editing: boolean;
  busy: boolean;
  onChange: (change: Partial<ProfileDraft>) => void;
  onSubmit: () => void;
};

export function ProfileForm({ id, profile, draft, editing, busy, onChange, onSubmit }: ProfileFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const changeColumn = (changed: ColumnDraft) =>
    onChange({ columns: draft.columns.map((column) => (column.name === changed.name ? changed : column)) });
  const drafts = new Map(draft.columns.map((column) => [column.name, column]));
  return (
    <form id={id} noValidate onSubmit={submit} aria-label={texts.form}>
      <fieldset disabled={busy} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        {editing ? (
          <TableWords profile={profile} draft={draft} onChange={onChange} />
        ) : (
          <ReadTableWords profile={profile} />
        )}
        <ul aria-label={texts.columns} className="divide-y divide-line border-y border-line">
          {profile.columns.map((column) => {
            const columnDraft = drafts.get(column.name);
            return columnDraft ? (
              <ColumnRow
                key={column.name}
                column={column}
                draft={columnDraft}
                editing={editing}
                isMain={column.name === profile.main_content_column}
                onChange={changeColumn}
              />
            ) : null;
          })}
        </ul>
      </fieldset>
    </form>
  );
}

type TableWordsProps = Pick<ProfileFormProps, 'profile' | 'draft' | 'onChange'>;

function TableWords({ draft, profile, onChange }: TableWordsProps) {
  const missing = (word: string) => (word.trim() ? null : texts.wordMissing);
  const choices = (none: string, ...kinds: string[]) => {
    const fitting = draft.columns.filter(({ kind, hidden }) => kinds.includes(kind) && !hidden);
    return [
      ...(fitting.length === 0 ? [{ value: '', label: none }] : []),
      ...fitting.map(({ name, label }) => ({ value: name, label: label || name })),
    ];
  };
  const chosen = (value: string, options: { value: string }[]) =>
    options.some((option) => option.value === value) ? value : (options[0]?.value ?? '');
  const dates = choices(texts.noDate, 'date');
  const amounts = choices(texts.noMoney, 'money', 'number');
  const guessed = (name: SourceProfile['guessed'][number], same: boolean) =>
    profile.guessed.includes(name) && same ? <Suggested /> : undefined;
  const isSameWord = draft.one === profile.rows_word.one && draft.many === profile.rows_word.many;
  return (
    <section aria-label={texts.words} className="grid items-start gap-x-[18px] gap-y-4 sm:grid-cols-2">
      <Field
        label={texts.one}
        required
        maxLength={60}
        autoComplete="off"
        autoFocus
        hint={texts.oneHint}
        aside={guessed('rows_word', isSameWord)}
        error={missing(draft.one)}
        value={draft.one}
        onChange={(event) => onChange({ one: event.target.value })}
      />
      <Field
        label={texts.many}
        required
        maxLength={60}
        autoComplete="off"
        hint={texts.manyHint}
        error={missing(draft.many)}
        value={draft.many}
        onChange={(event) => onChange({ many: event.target.value })}
      />
      <NativeSelect
        label={texts.date}
        value={chosen(draft.date_column, dates)}
        options={dates}
        onChange={(date_column) => onChange({ date_column })}
      />
      <NativeSelect
        label={texts.money}
        value={chosen(draft.money_column, amounts)}
        options={amounts}
        onChange={(money_column) => onChange({ money_column })}
      />
    </section>
  );
}

function ReadTableWords({ profile }: { profile: SourceProfile }) {
  const { rows_word, guessed, columns } = profile;
  const labelOf = (name: string | null) => columns.find((column) => column.name === name)?.label;
  return (
    <dl className="grid gap-x-[18px] gap-y-3 sm:grid-cols-3">
      <Word term={texts.rows} suggested={guessed.includes('rows_word')}>
        {texts.rowsWord(rows_word.one, rows_word.many)}
      </Word>
      <Word term={texts.date} suggested={guessed.includes('date_column')}>
        {labelOf(profile.date_column)}
      </Word>
      <Word term={texts.money} suggested={guessed.includes('money_column')}>
        {labelOf(profile.money_column)}
      </Word>
    </dl>
  );
}

function Word({ term, suggested, children }: { term: string; suggested: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-2 wrap-anywhere">
        {children || '—'}
        {suggested && children && <Suggested />}
      </dd>
    </div>
  );
}
