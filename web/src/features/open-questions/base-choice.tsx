/** One of the bases that an agent reads. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { LoadFailure } from '../../api/load-failure.tsx';
import { paths } from '../../lib/paths.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { linkedBases } from '../agents/sources/queries.ts';
import { texts } from './texts.ts';

/** The chosen base, the first one until another is chosen; null while there is none. */
export function useBaseChoice(agentId: number) {
  const bases = useQuery(linkedBases(agentId));
  const [chosen, setChosen] = useState<number | null>(null);
  const baseId = chosen ?? bases.data?.[0]?.id ?? null;
  return { bases, baseId, setChosen, agentId };
}

export function BaseChoice({ choice }: { choice: ReturnType<typeof useBaseChoice> }) {
  const { bases, baseId, setChosen, agentId } = choice;
  if (bases.isError) return <LoadFailure query={bases} text={texts.basesFailed} />;
  if (!bases.data) return <Skeleton className="h-16 w-full" />;
  if (!bases.data.length)
    return (
      <Alert tone="warn" title={texts.noBases}>
        <Link to={paths.adminAgent(agentId)} className={buttonLook('secondary', 'small')}>
          {texts.agentPage}
        </Link>
      </Alert>
    );
  return (
    <NativeSelect
      label={texts.base}
      value={String(baseId)}
      options={bases.data.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => setChosen(Number(value))}
    />
  );
}
