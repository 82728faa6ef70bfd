/** Which models can answer here, by provider, and which answer in another's stead. */
import { Check } from 'lucide-react';
import type { Settings } from '#contract/settings.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Card } from '../../ui/display/card.tsx';
import { texts as all } from './texts.ts';

const texts = all.models;

type Model = Settings['models'][number];

export function ModelFacts({ settings: { models, local_models } }: { settings: Settings }) {
  const configured = models.filter((model) => model.configured).length;
  const providers = [...new Set(models.map(({ provider }) => provider))];
  return (
    <Card title={texts.title} line={texts.count(configured, models.length)}>
      {local_models && <Alert tone="info" title={texts.local} className="mb-4" />}
      <div className="grid gap-5">
        {providers.map((provider) => (
          <Provider
            key={provider}
            name={texts.providers[provider] ?? provider}
            models={models.filter((model) => model.provider === provider)}
            nameOf={(id) => models.find((model) => model.id === id)?.name ?? id}
          />
        ))}
      </div>
    </Card>
  );
}

type ProviderProps = { name: string; models: Model[]; nameOf: (id: string) => string };

function Provider({ name, models, nameOf }: ProviderProps) {
  return (
    <table className="w-full table-fixed text-left">
      <caption className="pb-1 text-left text-control font-semibold">{name}</caption>
      <thead className="phone:sr-only">
        <tr className="h-8 text-tiny text-ink-2 [&_th]:font-medium">
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.at}</th>
          <th scope="col" className="w-[240px]">
            {texts.state}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {models.map((model) => (
          <tr
            key={model.id}
            className="h-11 phone:grid phone:h-auto phone:gap-0.5 phone:py-2.5 [&>*]:py-1.5 phone:[&>*]:py-0"
          >
            <th scope="row" className="pr-3 font-medium wrap-anywhere">
              {model.name}
            </th>
            <td className="pr-3 text-small wrap-anywhere text-ink-2">{model.provider_model}</td>
            <td>
              <State model={model} nameOf={nameOf} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({
  model: { configured, successor },
  nameOf,
}: Pick<ProviderProps, 'nameOf'> & { model: Model }) {
  return (
    <div className="grid justify-items-start gap-1">
      {configured ? (
        <Badge tone="ok" icon={<Check />}>
          {texts.configured}
        </Badge>
      ) : (
        <Badge>{texts.notConfigured}</Badge>
      )}
      {successor && <span className="text-small text-ink-2">{texts.successor(nameOf(successor))}</span>}
    </div>
  );
}
