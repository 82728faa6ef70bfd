/** The notices above the catalogue, the most urgent first. */

import { Link } from 'react-router';
import type { ModelDefaultsInfo } from '#contract/model-defaults.ts';
import type { ModelInfo } from '#contract/models.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { usesOf } from './model-filters.ts';
import { dayOf } from './model-words.ts';
import { texts } from './texts.ts';

type NoticesProps = {
  models: ModelInfo[];
  defaults: ModelDefaultsInfo;
  onUses: (model: ModelInfo) => void;
  /** Absent for administrators, who only read. */
  onProbe?: (model: ModelInfo) => void;
};

export function CatalogueNotices({ models, defaults, onUses, onProbe }: NoticesProps) {
  const isInUse = (model: ModelInfo) =>
    usesOf(model) > 0 || [defaults.default, defaults.steps, ...defaults.reserves].includes(model.id);
  const failing = models.filter((model) => model.state === 'failing' && isInUse(model));
  const ending = models
    .filter((model) => model.state === 'ending' && usesOf(model) > 0)
    .toSorted((a, b) => (a.ends_at ?? '').localeCompare(b.ends_at ?? ''));
  return (
    <>
      {defaults.local && (
        <Alert tone="warn" title={texts.local}>
          {onProbe && (
            <Link to={`${paths.adminModels}?tab=provedores`} className={buttonLook('secondary', 'small')}>
              {texts.configure}
            </Link>
          )}
        </Alert>
      )}
      {failing.map((model) => (
        <Alert
          key={model.id}
          tone="warn"
          title={texts.fails(model.name, model.failing_since ? formatDateTime(model.failing_since) : '')}
        >
          {onProbe && (
            <Button size="small" onClick={() => onProbe(model)}>
              {texts.test}
            </Button>
          )}
        </Alert>
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
