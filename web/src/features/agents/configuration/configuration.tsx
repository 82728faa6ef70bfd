/** The Configuration tab: seen as it is stored, edited on request, and never overwriting what others saved. */
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { useFocusAfter } from '../../../ui/focus/use-focus-after.ts';
import { SaveBar } from '../../../ui/page/save-bar.tsx';
import { changeOf, type Draft, draftOf, sameDraft } from '../draft.ts';
import { adminAgent, keepAgent } from '../queries.ts';
import { AgentTags } from '../tags/agent-tags.tsx';
import { texts } from '../texts-configuration.ts';
import { VersionsCard } from '../versions/versions.tsx';
import { ConfigurationForm } from './configuration-form.tsx';
import { PromptPreview } from './prompt-preview.tsx';

const SAID_MS = 8_000;

type ConfigurationProps = {
  agent: Agent;
  /** There is something that leaving would lose. */
  onDirty: (dirty: boolean) => void;
  onEditing: (editing: boolean) => void;
};

/** `base` is the agent as it was when the editing began, or as it was last looked at and accepted. */
type Editing = { base: Agent; draft: Draft };

export function Configuration({ agent, onDirty, onEditing }: ConfigurationProps) {
  const cache = useQueryClient();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [saved, setSaved] = usePassing(SAID_MS);
  const stored = useMemo(() => draftOf(agent), [agent]);
  const draft = editing?.draft ?? stored;
  const dirty = editing !== null && !sameDraft(editing.draft, draftOf(editing.base));
  const overtaken = editing !== null && isOvertaken(editing.base, agent);
  const ready = dirty && !overtaken && draft.name.trim() !== '';
  const edit = useFocusAfter(editing !== null);
  useReport(dirty, onDirty);
  useReport(editing !== null, onEditing);

  const save = useTask(async () => {
    if (!editing) return;
    // Whoever else saved meanwhile is noticed before, not after.
    const now = await cache.fetchQuery({ ...adminAgent(agent.id), staleTime: 0 });
    if (isOvertaken(editing.base, now)) return;
    const body = changeOf(editing.draft);
    await keepAgent(cache, await call(agentsApi.update, { params: { id: agent.id }, body }));
    setEditing(null);
    setSaved(true);
  });
  const begin = () => {
    setSaved(false);
    setEditing({ base: agent, draft: stored });
  };
  const cancel = () => {
    save.forgive();
    setEditing(null);
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] min-[1080px]:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px]">
        <ConfigurationForm
          id={formId(agent)}
          draft={draft}
          editing={editing !== null}
          busy={save.busy}
          onChange={(change) => {
            save.forgive();
            setEditing((now) => now && { ...now, draft: { ...now.draft, ...change } });
          }}
          onSubmit={() => ready && save.run()}
          edit={
            <Button ref={edit} icon={<Pencil className="size-4" />} onClick={begin}>
              {texts.edit}
            </Button>
          }
        />
        {editing && (
          <SaveBar
            texts={texts}
            formId={formId(agent)}
            status={dirty ? texts.unsaved : texts.unchanged}
            ready={ready}
            busy={save.busy}
            failure={save.failure === null ? null : failureText(save.failure, texts.saveFailed)}
            onCancel={cancel}
            {...(overtaken && {
              onLoadTheirs: () => setEditing({ base: agent, draft: stored }),
              onKeepMine: () => setEditing({ ...editing, base: agent }),
            })}
          />
        )}
        {saved && !editing && (
          <Alert tone="ok" title={texts.saved} className="sticky bottom-0 z-20 shadow-2" />
        )}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px]">
        <PromptPreview draft={draft} />
        <AgentTags agent={agent} />
        <VersionsCard agent={agent} editing={editing !== null} />
      </div>
    </div>
  );
}

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

/** Deploying or tagging touches an agent too, but takes nothing from whoever edits its settings. */
function isOvertaken(base: Agent, now: Agent): boolean {
  return now.updated_at !== base.updated_at && !sameDraft(draftOf(now), draftOf(base));
}

function useReport(value: boolean, tell: (value: boolean) => void): void {
  useEffect(() => {
    tell(value);
  }, [value, tell]);
}
