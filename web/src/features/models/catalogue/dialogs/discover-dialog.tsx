/** The lists of the providers: which models are new, to be added to the catalogue. */
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DiscoveredProvider, modelsApi } from '#contract/models.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { formatCompact } from '../../../../lib/format.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Spinner } from '../../../../ui/display/spinner.tsx';
import { dayOf } from '../model-words.ts';
import { refreshModels } from '../queries.ts';
import { texts } from '../texts.ts';

const words = texts.discover;
type Listed = DiscoveredProvider['models'][number];

export function DiscoverDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<string, () => Promise<unknown>>>(new Map());
  const lists = useQuery({
    queryKey: ['model-lists'],
    queryFn: ({ signal }) => call(modelsApi.discover, { body: {} }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const add = useTask(async () => {
    // One after the other: each is a change of the catalogue.
    for (const [key, create] of chosen) {
      await create();
      // After a failure only the others are added again.
      setChosen((left) => new Map([...left].filter(([one]) => one !== key)));
    }
    await refreshModels(cache);
    onClose();
  });
  const toggle = (provider: DiscoveredProvider, model: Listed) => {
    const key = `${provider.provider_id} ${model.id}`;
    const next = new Map(chosen);
    if (!next.delete(key)) next.set(key, () => call(modelsApi.create, { body: bodyOf(provider, model) }));
    setChosen(next);
  };
  return (
    <Modal
      open
      onClose={add.busy ? () => {} : onClose}
      size="large"
      title={words.title}
      line={words.hint}
      footer={
        <>
          <Button onClick={onClose} disabled={add.busy}>
            {texts.cancel}
          </Button>
          <Button variant="primary" busy={add.busy} disabled={chosen.size === 0} onClick={add.run}>
            {words.add}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {add.failure !== null && <Alert title={failureText(add.failure, texts.edit.failed)} />}
        <ListState lists={lists} />
        {lists.data?.map((provider) => (
          <ProviderList
            key={`${provider.provider_id} ${provider.name}`}
            provider={provider}
            isChosen={(model) => chosen.has(`${provider.provider_id} ${model.id}`)}
            onToggle={(model) => toggle(provider, model)}
          />
        ))}
      </div>
    </Modal>
  );
}

/** Shown in the place of the lists: that they are read, were not read, or that no provider has one. */
function ListState({ lists }: { lists: UseQueryResult<DiscoveredProvider[]> }) {
  if (lists.isPending)
    return (
      <p role="status" className="flex items-center gap-2.5 text-ink-2">
        <Spinner /> {words.reading}
      </p>
    );
  if (lists.isError)
    return (
      <Alert
        title={failureText(lists.error, words.failed)}
        onRetry={() => void lists.refetch()}
        retrying={lists.isFetching}
      />
    );
  return lists.data.length === 0 && <p className="text-ink-2">{words.noProviders}</p>;
}

/** The catalogue decides about fields that the list does not have. */
function bodyOf({ provider_id }: DiscoveredProvider, model: Listed) {
  const { name, max_tokens: provider_max_tokens, context_window, ends_at } = model;
  const { vision, structured_output, efforts } = model;
  const listed = {
    name: name?.slice(0, 100) ?? null,
    context_window,
    provider_max_tokens,
    ends_at,
    vision,
    structured_output,
    efforts,
  };
  return {
    id: model.id,
    provider_id: provider_id ?? 0,
    provider_model: model.provider_model,
    listed: true,
    ...Object.fromEntries(Object.entries(listed).filter(([, value]) => value !== null)),
  };
}

type ProviderListProps = {
  provider: DiscoveredProvider;
  isChosen: (model: Listed) => boolean;
  onToggle: (model: Listed) => void;
};

function ProviderList({ provider, isChosen, onToggle }: ProviderListProps) {
  const { name, models, error, provider_id } = provider;
  const fresh = models.filter(({ known_as }) => known_as === null);
  const chat = fresh.filter(({ is_chat }) => is_chat);
  const others = fresh.filter(({ is_chat }) => !is_chat);
  const list = (rows: Listed[]) => (
    <ul className="divide-y divide-line rounded-card border border-line">
      {rows.map((model) => (
        <li key={model.provider_model}>
          <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-2">
            <input
              type="checkbox"
              checked={isChosen(model)}
              disabled={provider_id === null}
              onChange={() => onToggle(model)}
              className="size-4 accent-brand"
            />
            <span className="flex min-w-0 flex-1 items-center gap-x-3 phone:flex-col phone:items-start">
              <span className="grid min-w-0 flex-1">
                <span className="font-medium wrap-anywhere">{model.name ?? model.provider_model}</span>
                <span className="text-tiny text-ink-3 wrap-anywhere">{model.provider_model}</span>
              </span>
              <span className="text-small text-ink-2 desk:text-right">{factsOf(model)}</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
  return (
    <section className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-2 font-sans text-[15.5px] font-semibold tracking-normal">
        {name}
        <span className={`text-small font-normal ${error ? 'text-danger' : 'text-ink-2'}`}>
          {error ?? words.count(models.length, chat.length)}
        </span>
      </h3>
      {chat.length > 0 && list(chat)}
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1.5 text-small text-ink-2">
            {words.others(others.length)}
          </summary>
          {list(others)}
        </details>
      )}
    </section>
  );
}

const factsOf = ({ context_window, max_tokens, ends_at }: Listed): string =>
  [
    context_window && words.context(formatCompact(context_window)),
    max_tokens && words.answer(formatCompact(max_tokens)),
    ends_at && texts.states.ending(dayOf(ends_at)),
  ]
    .filter(Boolean)
    .join(', ');
