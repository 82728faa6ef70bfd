/** The database that a data source reads: a list while it is edited, its name otherwise. */
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { connectionList } from '../../connections/queries.ts';
import { texts } from '../texts-settings.ts';

type ConnectionFieldProps = { value: number; editing: boolean; onChange: (id: number) => void };

export function ConnectionField({ value, editing, onChange }: ConnectionFieldProps) {
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
