/** The state of the form of a provider: what is typed, the connection test, and saving. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PROVIDERS } from '#contract/model-catalogue.ts';
import { type ModelProviderInfo, modelProvidersApi, type ProviderProbe } from '#contract/model-providers.ts';
import { call } from '../../../api/client.ts';
import { fieldError } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { refreshModels } from '../catalogue/queries.ts';
import { changeOf, draftOf, newServer, type ProviderDraft, withServer } from './provider-draft.ts';
import type { Server } from './servers.ts';

export function useProviderForm(known: ModelProviderInfo | null, onClose: () => void) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<ProviderDraft>(() => (known ? draftOf(known) : newServer('ollama')));
  const [probed, setProbed] = useState<ProviderProbe | null>(null);
  const change = (next: (before: ProviderDraft) => ProviderDraft) => {
    setProbed(null);
    setDraft(next);
  };
  const kind = known?.kind ?? 'compatible';
  /** The provider's own, which an empty field stands for. */
  const ownAddress = PROVIDERS[kind].address ?? '';

  const save = useTask(async () => {
    await saveProvider(known, draft);
    onClose();
    await refreshModels(cache);
  });
  const probe = useTask(async () => {
    const { base_url, key } = changeOf(draft);
    const body = { kind, base_url: base_url ?? ownAddress, ...(key ? { key } : {}) };
    setProbed(await call(modelProvidersApi.probe, { body }));
  });
  // Cancelling the dialog that asks for the password leaves the form as it was.
  const failure = failedWith(save.failure, 'reauthentication_required') ? null : save.failure;
  const isNamed = ['name', 'base_url', 'key', 'residency'].some((field) => fieldError(failure, field));
  return {
    draft,
    edit: (part: Partial<ProviderDraft>) => change((before) => ({ ...before, ...part })),
    chooseServer: (server: Server) => change((before) => withServer(before, server)),
    save,
    probe,
    probed,
    /** Null where a field says it. */
    failure: isNamed ? null : failure,
    missing: { name: !draft.name.trim(), base_url: !known?.built_in && !draft.base_url.trim() },
    canProbe: Boolean(draft.base_url.trim() || ownAddress),
    errorOf: (field: string) => fieldError(failure, field) ?? fieldError(probe.failure, field),
  };
}

export type ProviderFormState = ReturnType<typeof useProviderForm>;

async function saveProvider(known: ModelProviderInfo | null, draft: ProviderDraft): Promise<void> {
  const { base_url, key, ...rest } = changeOf(draft);
  if (known) {
    const body = { ...rest, base_url, ...(key === undefined ? {} : { key }), version: known.version };
    await call(modelProvidersApi.update, { params: { id: known.id }, body });
    return;
  }
  const body = { ...rest, kind: 'compatible' as const, base_url: base_url ?? '', ...(key ? { key } : {}) };
  await call(modelProvidersApi.create, { body });
}
