/** The models of the catalogue to choose from, grouped by provider. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PROVIDER_KEYS, PROVIDERS } from '#contract/model-catalogue.ts';
import { modelDefaultsApi } from '#contract/model-defaults.ts';
import { type ModelInfo, modelsApi } from '#contract/models.ts';
import { call } from '../../api/client.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { texts } from './texts.ts';

export const modelCatalogue = () =>
  queryOptions({
    queryKey: ['models'] as const,
    queryFn: ({ signal }) => call(modelsApi.list, {}, { signal }),
  });

export const modelDefaults = () =>
  queryOptions({
    queryKey: ['models', 'defaults'] as const,
    queryFn: ({ signal }) => call(modelDefaultsApi.read, {}, { signal }),
  });

type ModelPickerProps = {
  value: string;
  disabled?: boolean;
  onChange: (model: string) => void;
  /** An entry of the open list. */
  lineOf: (model: ModelInfo) => ReactNode;
  /** In the closed box; the id of the model where nothing is given. */
  shownOf?: (chosen: ModelInfo | undefined) => ReactNode;
  /** Below the box: what should be known about the chosen model. */
  noteOf: (chosen: ModelInfo | undefined, models: ModelInfo[]) => ReactNode;
};

export function ModelPicker({ value, disabled, onChange, lineOf, shownOf, noteOf }: ModelPickerProps) {
  const models = useQuery(modelCatalogue());
  if (models.isPending) return <Skeleton className="h-[68px] w-full" />;
  if (!models.data) return <LoadFailure query={models} text={texts.modelsFailed} />;
  const chosen = models.data.find(({ id }) => id === value);
  const groups = PROVIDER_KEYS.map((provider) => ({
    label: PROVIDERS[provider].name,
    options: models.data
      .filter((model) => model.provider === provider)
      .map((model) => ({
        value: model.id,
        text: model.name,
        content: lineOf(model),
        disabled: model.state === 'retired' && model.id !== value,
      })),
  })).filter(({ options }) => options.length > 0);
  return (
    <>
      <Select
        label={texts.model}
        value={value}
        groups={groups}
        disabled={disabled}
        onChange={onChange}
        shown={shownOf ? shownOf(chosen) : value}
      />
      {noteOf(chosen, models.data)}
    </>
  );
}
