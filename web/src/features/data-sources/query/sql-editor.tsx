/** A text area with transparent text over a highlighted copy of it. */
import type { KeyboardEvent } from 'react';
import { BASE_SQL_MAX } from '#contract/limits.ts';
import { classes } from '../../../ui/classes.ts';
import { SqlText, sqlLook } from './sql-text.tsx';

type SqlEditorProps = {
  id: string;
  value: string;
  placeholder: string;
  wrong: boolean;
  focused: boolean;
  onChange: (sql: string) => void;
  /** Called on blur and on Ctrl+Enter. */
  onRest: () => void;
};

export function SqlEditor({ id, value, placeholder, wrong, focused, onChange, onRest }: SqlEditorProps) {
  const rest = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onRest();
  };
  return (
    <div
      className={classes(
        'max-h-[420px] overflow-y-auto rounded-control border bg-surface has-focus-visible:border-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-brand/45',
        wrong ? 'border-danger' : 'border-line-strong',
      )}
    >
      {/* The highlighted copy gives both their height, so that the text area never scrolls by itself. */}
      <div className="grid min-h-[168px]">
        <pre aria-hidden="true" className={classes(sqlLook, 'col-start-1 row-start-1')}>
          <SqlText sql={value} />
          {'\n'}
        </pre>
        <textarea
          id={id}
          value={value}
          placeholder={placeholder}
          maxLength={BASE_SQL_MAX}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, and this is what it opened
          autoFocus={focused}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onRest}
          onKeyDown={rest}
          className={classes(
            sqlLook,
            'col-start-1 row-start-1 block size-full resize-none overflow-hidden bg-transparent text-transparent caret-ink outline-none placeholder:text-ink-3',
          )}
        />
      </div>
    </div>
  );
}
