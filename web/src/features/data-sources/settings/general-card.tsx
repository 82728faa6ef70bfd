import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { connectionList } from '../../connections/queries.ts';
import type { Draft } from '../draft.ts';
import type { Problems } from '../problems.ts';
import { texts } from '../texts-settings.ts';

type GeneralCardProps = {
  draft: Draft;
  problems: Problems;
  editing: boolean;
  /** The pressed button is gone: the first field gets its focus. */
  focused: boolean;
  edit: ReactNode;
  onChange: (change: Partial<Draft>) => void;
};

export function GeneralCard({ draft, problems, editing, focused, edit, onChange }: GeneralCardProps) {
  return (
    <Card title={texts.general} aside={!editing && edit}>
      <div className="grid items-start gap-x-[18px] gap-y-4 sm:grid-cols-2">
        {editing && (
          <>
            <Field
              label={texts.name}
              required
              maxLength={NAME_MAX}
              autoComplete="off"
              autoFocus={focused}
              value={draft.name}
              error={problems.name ?? null}
              onChange={(event) => onChange({ name: event.target.value })}
            />
            <div className="sm:row-span-2">
              <TextArea
                label={texts.description}
                rows={5}
                maxLength={DESCRIPTION_MAX}
                value={draft.description}
                onChange={(event) => onChange({ description: event.target.value })}
              />
            </div>
          </>
        )}
        <div className="grid gap-1.5">
          <Select
            label={texts.ragType}
            value="relational"
            disabled={!editing}
            groups={[
              {
                label: texts.ragTypes,
                options: [{ value: 'relational', text: texts.relational, content: <RelationalLine /> }],
              },
            ]}
            shown={texts.relational}
            onChange={() => undefined}
          />
          <p className="text-small text-ink-3">{texts.relationalLine}</p>
        </div>
        <ConnectionField
          value={draft.connection_id}
          editing={editing}
          onChange={(connection_id) => onChange({ connection_id })}
        />
      </div>
    </Card>
  );
}

function RelationalLine() {
  return (
    <span className="grid">
      <span className="font-medium">{texts.relational}</span>
      <span className="text-tiny text-ink-2">{texts.relationalLine}</span>
    </span>
  );
}

type ConnectionFieldProps = { value: number; editing: boolean; onChange: (id: number) => void };

/** The database that the source reads. */
function ConnectionField({ value, editing, onChange }: ConnectionFieldProps) {
  const connections = useQuery(connectionList());
  if (connections.isPending) return <Skeleton className="h-[68px] w-full" />;
  if (!connections.data) return <LoadFailure query={connections} text={texts.connectionsFailed} />;
  return (
    <div className="grid gap-1.5">
      <NativeSelect
        label={texts.connection}
        value={String(value)}
        disabled={!editing}
        options={connections.data.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange(Number(id))}
      />
      <p className="text-small text-ink-3">{texts.connectionLine}</p>
    </div>
  );
}
