/** The tab «Dados pessoais»: the rule of the installation, what it found, and a text to try it on. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonalDataKind } from '#contract/personal-data.ts';
import { failureWords } from '../../../api/error-message.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { guardSettings } from '../../admin/guard-settings.ts';
import { GuardFigures } from './guard-figures.tsx';
import { GuardPreview } from './guard-preview.tsx';
import { GuardRule } from './guard-rule.tsx';
import { texts } from './texts.ts';

export function GuardTab() {
  const found = useQuery(guardSettings());
  const { data } = found;
  /** The kinds that are ticked and perhaps not saved yet: the trial is made with them. */
  const [kinds, setKinds] = useState<PersonalDataKind[] | null>(null);
  // The rule being edited stays on the screen when a later reading fails.
  if (found.isError && !data)
    return (
      <Alert
        {...failureWords(found.error, texts.loadFailed)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  if (!data) return <CardSkeleton lines={8} className="h-[420px]" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <GuardRule key={data.version} settings={data} onKinds={setKinds} />
      <GuardPreview kinds={kinds ?? data.kinds} />
      <GuardFigures />
    </div>
  );
}
