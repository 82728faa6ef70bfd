import { useQuery } from '@tanstack/react-query';
import type { ModelInfo } from '#contract/models.ts';
import { descriptionInEnglish } from '../../../lib/text/model-description.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { ModelPicker, modelCatalogue } from '../../admin/model-picker.tsx';
import { texts } from '../texts-settings.ts';

type ModelSelectProps = { value: string; onChange: (model: string) => void };

export function ModelSelect({ value, onChange }: ModelSelectProps) {
  return (
    <div className="grid gap-1.5">
      <ModelPicker
        value={value}
        onChange={onChange}
        lineOf={(model) => <ModelLine model={model} />}
        noteOf={(chosen) => <Note chosen={chosen} />}
      />
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

/** The chosen model where nothing is edited; marked when its provider has withdrawn it. */
export function ModelBadge({ model }: { model: string }) {
  const models = useQuery(modelCatalogue());
  const isRetired = models.data?.find(({ id }) => id === model)?.state === 'retired';
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone="brand">{model}</Badge>
      {isRetired && (
        <span title={texts.retiredNote} className="flex">
          <Badge tone="warn">{texts.retired}</Badge>
        </span>
      )}
    </span>
  );
}

/** A note on the state of the chosen model. */
function Note({ chosen }: { chosen: ModelInfo | undefined }) {
  const note = noteOf(chosen);
  return note && <p className="text-small text-ipe-ink">{note}</p>;
}

function noteOf(chosen: ModelInfo | undefined): string | null {
  if (!chosen) return texts.unknownModel;
  if (chosen.state === 'retired') return texts.retiredNote;
  return chosen.configured ? null : texts.noKey;
}
