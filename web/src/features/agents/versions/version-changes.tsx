import type { ReactNode } from 'react';
import { Alert } from '../../../ui/display/alert.tsx';
import type { Piece } from '../text-diff.ts';
import { texts as all } from '../texts-configuration.ts';
import type { Field, FieldChange } from './configuration-changes.ts';

const texts = all.versions;

type VersionChangesProps = {
  changes: FieldChange[];
  /** Names the list; that of a version that could be restored where it is left out. */
  label?: string;
  legend?: string;
};

export function VersionChanges({
  changes,
  label = texts.changes,
  legend = texts.legend,
}: VersionChangesProps) {
  if (changes.length === 0) return <Alert tone="info" title={texts.same} />;
  return (
    <section aria-label={label} className="grid gap-3">
      <p className="text-small text-ink-2">{legend}</p>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface">
        {changes.map((change) => (
          <div key={change.field} className="grid gap-1 px-4 py-3">
            <dt className="text-small font-medium text-ink-2">{labelOf(change.field)}</dt>
            <dd className="text-control whitespace-pre-wrap wrap-anywhere">{drawn(change)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function labelOf(field: Field): string {
  return field in all.sections
    ? all.sections[field as keyof typeof all.sections].label
    : texts.fields[field as keyof typeof texts.fields];
}

function drawn(change: FieldChange): ReactNode {
  if (change.kind === 'text') return <Pieces pieces={change.pieces} />;
  if (change.kind === 'value')
    return (
      <>
        <Removed>{change.before}</Removed> <Added>{change.after}</Added>
      </>
    );
  return (
    <ul className="grid gap-1">
      {change.removed.map((name) => (
        <li key={`-${name}`}>
          <Removed>{name}</Removed>
        </li>
      ))}
      {change.added.map((name) => (
        <li key={`+${name}`}>
          <Added>{name}</Added>
        </li>
      ))}
    </ul>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    if (kind === 'same') return <span key={index}>{shortened(text, index === 0)}</span>;
    const Mark = kind === 'removed' ? Removed : Added;
    return <Mark key={index}>{text}</Mark>;
  });
}

const AROUND = 160;

/** A long stretch that stayed is cut to the words next to a change, which are enough to find the place. */
function shortened(text: string, first: boolean): string {
  if (text.length <= AROUND * 3) return text;
  const head = first ? '' : text.slice(0, AROUND);
  return `${head} […] ${text.slice(-AROUND)}`;
}

function Removed({ children }: { children: ReactNode }) {
  return <del className="rounded-[4px] bg-danger-soft px-0.5 text-danger">{children}</del>;
}

function Added({ children }: { children: ReactNode }) {
  return <ins className="rounded-[4px] bg-ok-soft px-0.5 text-ok no-underline">{children}</ins>;
}
