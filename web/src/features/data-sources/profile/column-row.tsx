/** One column: its words in a line, and behind it the fields and the facts. */
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import {
  type ColumnProfile,
  kindsOfType,
  LABEL_MAX,
  SYNONYM_MAX,
  SYNONYMS_MAX,
  UNIT_MAX,
} from '#contract/table-profile.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { ColumnFacts } from './column-facts.tsx';
import type { ColumnDraft } from './draft.ts';
import { Suggested } from './suggested.tsx';
import { KIND_NAMES, texts } from './texts.ts';

type ColumnRowProps = {
  column: ColumnProfile;
  draft: ColumnDraft;
  editing: boolean;
  isMain: boolean;
  onChange: (draft: ColumnDraft) => void;
};

export function ColumnRow(props: ColumnRowProps) {
  const { column, draft, editing } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isSuggested = column.guessed.includes('label') && draft.label === column.label;
  const misfits = column.misfits.length;
  return (
    <li className="min-w-0 py-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-control px-1 py-1.5 text-left transition-colors hover:bg-sunken"
      >
        <ChevronRight
          className={classes('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className={classes('font-medium wrap-anywhere', draft.hidden && 'text-ink-3 line-through')}>
            {draft.label || column.name}
          </span>
          <span className="font-mono text-tiny text-ink-2 wrap-anywhere">{column.name}</span>
        </span>
        <span className="flex shrink-0 flex-wrap items-center justify-end gap-1.5">
          {draft.hidden && <Badge tone="danger">{texts.hidden}</Badge>}
          {misfits > 0 && <Badge tone="warn">{texts.misfitCount(misfits)}</Badge>}
          {isSuggested && <Suggested />}
          <Badge tone="brand">
            {KIND_NAMES[draft.kind]}
            {draft.unit && draft.unit !== 'R$' && ` · ${draft.unit}`}
          </Badge>
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="px-1 pt-2 pb-4 desk:pl-7">
        {isOpen && (
          <div className="grid min-w-0 gap-5">
            {editing ? <ColumnFields {...props} /> : <Synonyms words={column.synonyms} />}
            <ColumnFacts column={column} />
          </div>
        )}
      </div>
    </li>
  );
}

function Synonyms({ words }: { words: string[] }) {
  if (words.length === 0) return null;
  return (
    <div>
      <p className="mb-1.5 text-small text-ink-2">{texts.synonyms}</p>
      <ul aria-label={texts.synonyms} className="flex flex-wrap gap-1.5">
        {words.map((word) => (
          <li key={word}>
            <Chip>{word}</Chip>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ColumnFields({ column, draft, isMain, onChange }: ColumnRowProps) {
  const isGuessed = (name: 'label' | 'kind' | 'unit') =>
    column.guessed.includes(name) && (draft[name] || null) === (column[name] || null);
  const kinds = kindsOfType(column.type, isMain);
  // A kind that was chosen before the type of the column changed stays in sight.
  const options = [...new Set([...kinds, draft.kind])].map((kind) => ({
    value: kind,
    label:
      KIND_NAMES[kind] +
      (kind === column.kind && column.guessed.includes('kind') ? ` (${texts.suggested})` : ''),
  }));
  return (
    <div className="grid items-start gap-x-[18px] gap-y-4 sm:grid-cols-3">
      <Field
        label={texts.label}
        required
        maxLength={LABEL_MAX}
        autoComplete="off"
        aside={isGuessed('label') && <Suggested />}
        error={draft.label.trim() ? null : texts.labelMissing}
        value={draft.label}
        onKeyDown={keepEnter}
        onChange={(event) => onChange({ ...draft, label: event.target.value })}
      />
      <NativeSelect
        label={texts.kind}
        value={draft.kind}
        options={options}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      <Field
        label={texts.unit}
        maxLength={UNIT_MAX}
        autoComplete="off"
        hint={texts.unitHint}
        aside={draft.unit && isGuessed('unit') ? <Suggested /> : undefined}
        value={draft.unit}
        onKeyDown={keepEnter}
        onChange={(event) => onChange({ ...draft, unit: event.target.value })}
      />
      <div className="sm:col-span-3">
        <SynonymsField words={draft.synonyms} onChange={(synonyms) => onChange({ ...draft, synonyms })} />
      </div>
      <div className="sm:col-span-3">
        <Switch
          label={texts.hide}
          line={isMain ? texts.mainLine : texts.hideLine}
          checked={draft.hidden}
          disabled={isMain}
          onChange={(hidden) => onChange({ ...draft, hidden })}
        />
      </div>
    </div>
  );
}

/** Keeps Enter in one field from saving all of them. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

function SynonymsField({ words, onChange }: { words: string[]; onChange: (words: string[]) => void }) {
  const [typed, setTyped] = useState('');
  const isFull = words.length >= SYNONYMS_MAX;
  const add = () => {
    const word = typed.trim();
    setTyped('');
    const isThere = words.some((other) => other.toLowerCase() === word.toLowerCase());
    if (word && !isThere && !isFull) onChange([...words, word]);
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2.5">
        <div className="min-w-0 flex-1 desk:max-w-[320px]">
          <Field
            label={texts.synonyms}
            maxLength={SYNONYM_MAX}
            autoComplete="off"
            disabled={isFull}
            hint={texts.synonymsHint}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add();
            }}
          />
        </div>
        <Button onClick={add} disabled={!typed.trim()} className="mt-[28px]">
          {texts.addSynonym}
        </Button>
      </div>
      {words.length > 0 && (
        <ul aria-label={texts.synonyms} className="flex flex-wrap gap-1.5 phone:gap-3">
          {words.map((word) => (
            <li key={word} className="max-w-full">
              <Chip
                onRemove={() => onChange(words.filter((other) => other !== word))}
                removeLabel={texts.removeSynonym(word)}
              >
                {word}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
