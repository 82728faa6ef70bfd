/** The notices above the catalogue, the most urgent first. */
import type { ModelDefaultsInfo, ModelInfo } from '#contract/models.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { usesOf } from './model-filters.ts';
import { dayOf } from './model-words.ts';
import { texts } from './texts.ts';

type NoticesProps = {
  models: ModelInfo[];
  defaults: ModelDefaultsInfo;
  onUses: (model: ModelInfo) => void;
};

export function CatalogueNotices({ models, defaults, onUses }: NoticesProps) {
  const isInUse = (model: ModelInfo) =>
    usesOf(model) > 0 || [defaults.default, defaults.steps, ...defaults.reserves].includes(model.id);
  const failing = models.filter((model) => model.state === 'failing' && isInUse(model));
  const ending = models
    .filter((model) => model.state === 'ending' && usesOf(model) > 0)
    .toSorted((a, b) => (a.ends_at ?? '').localeCompare(b.ends_at ?? ''));
  return (
    <>
      {defaults.local && <Alert tone="warn" title={texts.local} />}
      {failing.map((model) => (
        <Alert
          key={model.id}
          tone="warn"
          title={texts.fails(model.name, model.failing_since ? formatDateTime(model.failing_since) : '')}
        />
      ))}
      {ending.map((model) => (
        <Alert
          key={model.id}
          tone="info"
          title={texts.ends(
            model.name,
            dayOf(model.ends_at),
            model.uses.agents.length,
            model.uses.data_sources.length,
          )}
        >
          <Button size="small" onClick={() => onUses(model)}>
            {texts.compareSuccessors}
          </Button>
        </Alert>
      ))}
    </>
  );
}
