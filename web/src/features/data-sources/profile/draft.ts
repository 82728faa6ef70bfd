/** The words of the columns as they are edited. */
import type { ProfileChange, ProfileColumnSettings, SourceProfile } from '#contract/table-profile.ts';

export type ColumnDraft = Omit<ProfileColumnSettings, 'unit'> & { unit: string };

export type ProfileDraft = {
  one: string;
  many: string;
  /** Empty for none. */
  date_column: string;
  money_column: string;
  columns: ColumnDraft[];
};

export const draftOf = (profile: SourceProfile): ProfileDraft => ({
  one: profile.rows_word.one,
  many: profile.rows_word.many,
  date_column: profile.date_column ?? '',
  money_column: profile.money_column ?? '',
  columns: profile.columns.map(({ name, label, kind, unit, synonyms, hidden }) => ({
    name,
    label,
    kind,
    unit: unit ?? '',
    synonyms,
    hidden,
  })),
});

export const sameDraft = (one: ProfileDraft, other: ProfileDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** `updated_at`: the version of the profile that was edited. */
export function changeOf(draft: ProfileDraft, updated_at: string): ProfileChange {
  const { one, many, date_column, money_column, columns } = draft;
  const isOfKind = (name: string, ...kinds: string[]) =>
    columns.some((column) => column.name === name && kinds.includes(column.kind));
  return {
    rows_word: { one: one.trim(), many: many.trim() },
    // A column that was chosen before its kind was changed is chosen no longer.
    date_column: isOfKind(date_column, 'date') ? date_column : null,
    money_column: isOfKind(money_column, 'money', 'number') ? money_column : null,
    updated_at,
    columns: columns.map(({ unit, label, ...column }) => ({
      ...column,
      label: label.trim(),
      unit: unit.trim() || null,
    })),
  };
}

export const isComplete = ({ one, many, columns }: ProfileDraft): boolean =>
  one.trim() !== '' && many.trim() !== '' && columns.every(({ label }) => label.trim() !== '');
