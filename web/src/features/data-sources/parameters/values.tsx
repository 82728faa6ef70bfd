import { texts as all } from '../texts-settings.ts';

const texts = all.parameter;

type ValuesProps = {
  label: string;
  values: string[];
  /** The number of values shown; the rest is counted. */
  shown: number;
  /** Shown when the list is empty. */
  none?: string;
};

export function Values({ label, values, shown, none = texts.none }: ValuesProps) {
  if (values.length === 0) return <span className="block text-small text-ink-3">{none}</span>;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <ul aria-label={label} className="contents">
        {values.slice(0, shown).map((value) => (
          <li
            key={value}
            className="max-w-full truncate rounded-full bg-sunken px-2 text-tiny leading-[22px] font-medium text-ink-2"
            title={value}
          >
            {value}
          </li>
        ))}
      </ul>
      {values.length > shown && (
        <span className="text-small text-ink-2">{texts.more(values.length - shown)}</span>
      )}
    </div>
  );
}
