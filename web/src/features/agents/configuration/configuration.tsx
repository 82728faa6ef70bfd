/** The Configuration tab: seen as it is stored, edited on request, and never overwriting what others saved. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failedWith } from '../../../api/failure.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { useFocusAfter } from '../../../ui/focus/use-focus-after.ts';
import { modelCatalogue } from '../../admin/model-picker.tsx';
import { EditingBar, useDraftEditing } from '../../admin/use-draft-editing.tsx';
import { changeOf, type Draft, editedDraftOf, sameDraft } from '../draft.ts';
import { adminAgent, keepAgent } from '../queries.ts';
import { AgentTags } from '../tags/agent-tags.tsx';
import { texts } from '../texts-configuration.ts';
import { VersionsCard } from '../versions/versions.tsx';
import { ConfigurationForm } from './configuration-form.tsx';
import { ModelActions } from './model-actions.tsx';
import { hasSameModels, type ModelBeyond, modelBeyond } from './model-residency.ts';
import { PromptPreview } from './prompt-preview.tsx';

const SAVED_SHOWN_MS = 8_000;

type ConfigurationProps = {
  agent: Agent;
  /** There is something that leaving would lose. */
  onDirty: (dirty: boolean) => void;
  onEditing: (editing: boolean) => void;
};

export function Configuration({ agent, onDirty, onEditing }: ConfigurationProps) {
  const cache = useQueryClient();
  const [saved, setSaved] = usePassing(SAVED_SHOWN_MS);
  const editing = useDraftEditing({
    ...storedDraft(cache, agent.id),
    thing: agent,
    onSaved: (changed) => {
      setSaved(true);
      return keepAgent(cache, changed);
    },
    onDirty,
    onEditing,
  });
  const { draft, isEditing, dirty, overtaken } = editing;
  const beginButton = useFocusAfter(isEditing);
  const beyond = useModelBeyond(agent, draft, editing.failure);
  const ready = dirty && !overtaken && !beyond && isComplete(draft);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] min-[1080px]:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px]">
        {agent.candidate && <p className="text-small text-ink-2">{texts.waiting}</p>}
        <ConfigurationForm
          id={formId(agent)}
          draft={draft}
          editing={isEditing}
          busy={editing.busy}
          beyond={beyond}
          onChange={editing.change}
          onSubmit={() => ready && editing.save()}
          modelActions={!isEditing && <ModelActions agent={agent} />}
          edit={
            <EditButton
              ref={beginButton}
              onPress={() => {
                setSaved(false);
                editing.begin();
              }}
            />
          }
        />
        {isEditing && (
          <EditingBar
            editing={editing}
            texts={texts}
            formId={formId(agent)}
            status={dirty ? texts.unsaved : texts.unchanged}
            ready={ready}
          />
        )}
        {saved && !isEditing && (
          <Alert tone="ok" title={texts.saved} className="sticky bottom-0 z-20 shadow-2" />
        )}
      </div>
      <SideCards agent={agent} draft={draft} editing={isEditing} />
    </div>
  );
}

function SideCards({ agent, draft, editing }: { agent: Agent; draft: Draft; editing: boolean }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px]">
      <PromptPreview draft={draft} />
      <AgentTags agent={agent} />
      <VersionsCard agent={agent} editing={editing} />
    </div>
  );
}

function EditButton({ ref, onPress }: { ref: Ref<HTMLButtonElement>; onPress: () => void }) {
  return (
    <Button ref={ref} icon={<Pencil className="size-4" />} onClick={onPress}>
      {texts.edit}
    </Button>
  );
}

/** How a draft of an agent is compared, read again and sent. */
const storedDraft = (cache: QueryClient, id: number) => ({
  draftOf: editedDraftOf,
  isSame: sameDraft,
  reload: () => cache.fetchQuery({ ...adminAgent(id), staleTime: 0 }),
  send: (draft: Draft) => call(agentsApi.update, { params: { id }, body: changeOf(draft) }),
});

/** A model that somebody else moved away meanwhile holds no other change up. */
function useModelBeyond(agent: Agent, draft: Draft, failure: unknown): ModelBeyond | null {
  const models = useQuery(modelCatalogue()).data ?? [];
  const wasRefused = failedWith(failure, 'residency_refused');
  return hasSameModels(draft, editedDraftOf(agent)) ? null : modelBeyond(draft, models, wasRefused);
}

const isComplete = ({ name, personal_data_kinds }: Draft): boolean =>
  name.trim() !== '' && personal_data_kinds?.length !== 0;

/** True for a while after it was set. */
function usePassing(durationMs: number): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setOn(false), durationMs);
    return () => clearTimeout(timer);
  }, [on, durationMs]);
  return [on, setOn];
}

const formId = ({ id }: Agent) => `agent-${id}-configuration`;
