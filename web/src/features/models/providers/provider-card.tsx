import type { ModelProviderInfo } from '#contract/model-providers.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { Fact } from '../../../ui/display/fact.tsx';
import { residencies, texts } from './texts.ts';

type ProviderCardProps = { provider: ModelProviderInfo; onEdit: () => void; onRemove: () => void };

export function ProviderCard({ provider, onEdit, onRemove }: ProviderCardProps) {
  const { name, base_url, base_url_env, residency, listed_at, list_error, models, built_in } = provider;
  return (
    <li className={classes(cardLook, 'flex flex-col p-[18px]')}>
      <h2 className="font-sans text-body font-semibold tracking-normal wrap-anywhere">{name}</h2>
      <dl className="mt-3 grid gap-2.5 text-control">
        <Fact name={texts.address} note={base_url_env ? texts.fixedIn(base_url_env) : null}>
          {base_url ?? texts.ownAddress}
        </Fact>
        <Fact name={texts.key}>
          <KeyWords keyState={provider.key} />
        </Fact>
        <Fact name={texts.residency}>
          <Badge tone={residency === 'local' ? 'ok' : 'neutral'}>{residencies[residency]}</Badge>
        </Fact>
        <Fact name={texts.models}>{formatNumber(models)}</Fact>
        <Fact name={texts.listedAt}>
          {listed_at ? <time dateTime={listed_at}>{formatDateTime(listed_at)}</time> : texts.neverListed}
          {list_error && <p className="mt-0.5 text-small text-danger wrap-anywhere">{list_error}</p>}
        </Fact>
      </dl>
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        <Button size="small" aria-label={texts.editOf(name)} onClick={onEdit}>
          {texts.edit}
        </Button>
        {!built_in && (
          <Button size="small" variant="ghost" aria-label={texts.removeOf(name)} onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

function KeyWords({ keyState }: { keyState: ModelProviderInfo['key'] }) {
  const { source, hint, readable, env_name } = keyState;
  if (!readable) return <span className="text-danger">{texts.keyUnreadable}</span>;
  if (source === 'env' && env_name) return texts.keyFrom(env_name);
  return source === 'stored' ? texts.keyStored(hint) : texts.keyNone;
}
