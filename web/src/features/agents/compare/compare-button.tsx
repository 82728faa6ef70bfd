/** Opens the comparison, which is fetched when it is opened. */
import { Columns2 } from 'lucide-react';
import { lazy, type Ref, Suspense, useState } from 'react';
import type { Agent } from '#contract/agents.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { ComparedThing } from './column-choice.tsx';

const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }));

type CompareButtonProps = {
  agent: Agent;
  about: ComparedThing;
  label: string;
  size?: 'small' | 'medium';
  ref?: Ref<HTMLButtonElement>;
};

export function CompareButton({ agent, about, label, size = 'small', ref }: CompareButtonProps) {
  const [comparing, setComparing] = useState(false);
  return (
    <>
      <Button ref={ref} size={size} icon={<Columns2 className="size-4" />} onClick={() => setComparing(true)}>
        {label}
      </Button>
      <Suspense>
        {comparing && <CompareDialog agent={agent} about={about} onClose={() => setComparing(false)} />}
      </Suspense>
    </>
  );
}
