import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ModelInfo, modelsApi } from '#contract/models.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { descriptionInEnglish } from '../../../lib/text/model-description.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { texts } from '../texts-settings.ts';

type ModelSelectProps = { value: string; onChange: (model: string) => void };

const providers = ['openai', 'anthropic', 'google', 'compatible'] as const;

const modelCatalogue = () =>
  queryOptions({
    queryKey: ['models'] as const,
    queryFn: ({ signal }) => call(modelsApi.list, {}, { signal }),
  });

export function ModelSelect({ value, onChange }: ModelSelectProps) {
  const models = useQuery(modelCatalogue());
  if (models.isPending) return <Skeleton className="h-[68px] w-full" />;
  if (!models.data) {
    return (
      <Alert
        title={failureText(models.error, texts.modelsFailed)}
        onRetry={() => void models.refetch()}
        retrying={models.isFetching}
      />
    );
  }
  const groups = providers
    .map((provider) => ({
      label: texts.providers[provider],
      options: models.data
        .filter((model) => model.provider === provider)
        .map((model) => ({
          value: model.id,
          text: model.name,
          content: <ModelLine model={model} />,
          disabled: model.state === 'retired' && model.id !== value,
        })),
    }))
    .filter(({ options }) => options.length > 0);
  const note = noteOf(models.data, value);
  return (
    <div className="grid gap-1.5">
      <Select label={texts.model} value={value} shown={value} groups={groups} onChange={onChange} />
      {note && <p className="text-small text-ipe-ink">{note}</p>}
    </div>
  );
}

function ModelLine({ model }: { model: ModelInfo }) {
  return (
    <span className="grid">
      <span className="font-medium">
        {model.name}
        {model.state === 'retired' && ` (${texts.retired})`}
      </span>
      <span className="text-tiny text-ink-2">{descriptionInEnglish(model.description)}</span>
      <span className="text-tiny text-ink-3">{model.id}</span>
    </span>
  );
}

/** What should be known about the chosen one. */
function noteOf(models: ModelInfo[], value: string): string | null {
  const chosen = models.find(({ id }) => id === value);
  if (!chosen) return texts.unknownModel;
  if (chosen.state === 'retired') return texts.retiredNote;
  return chosen.configured ? null : texts.noKey;
}
