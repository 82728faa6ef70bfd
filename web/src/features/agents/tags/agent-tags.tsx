/** The tags of one agent. Each change is a call of its own: tags are not part of what is edited and saved. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { TAG_NAME_MAX } from '#contract/limits.ts';
import { type Tag, tagsApi } from '#contract/tags.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { keepAnswer } from '../../../api/query-client.ts';
import { plain } from '../../../lib/text/matching.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { tagsQuery } from '../../agent-chooser/queries.ts';
import { adminAgent, refreshAround } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { TagManager } from './tag-manager.tsx';

const texts = all.tags;

export function AgentTags({ agent }: { agent: Agent }) {
  const [managing, setManaging] = useState(false);
  const keep = useKeepTags(agent.id);
  const take = useTask(async (tagId: number) => {
    await keep(await call(agentsApi.removeTag, { params: { id: agent.id, tagId } }));
  });
  return (
    <Card
      title={texts.onAgent}
      titleSize="small"
      aside={
        <Button size="small" variant="ghost" className="-my-1 -mr-2" onClick={() => setManaging(true)}>
          {all.manageTags}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {take.failure ? <Alert title={failureText(take.failure, texts.takeFailed)} /> : null}
        {agent.tags.length === 0 ? (
          <p className="text-small text-ink-3">{texts.noneOnAgent}</p>
        ) : (
          <ul aria-label={texts.onAgent} className="flex flex-wrap gap-2">
            {agent.tags.map((tag) => (
              <li key={tag.id} className="flex max-w-full">
                <Chip onRemove={() => take.run(tag.id)} removeLabel={texts.takeFrom(tag.name)}>
                  {tag.name}
                </Chip>
              </li>
            ))}
          </ul>
        )}
        <AddTag agent={agent} />
      </div>
      {managing && <TagManager onClose={() => setManaging(false)} />}
    </Card>
  );
}

/** The answer of both calls is what the agent's tags are now. */
function useKeepTags(id: number) {
  const cache = useQueryClient();
  return async (tags: Tag[]) => {
    await keepAnswer(cache, adminAgent(id), (agent) => agent && { ...agent, tags });
    await Promise.all([refreshAround(cache, id), cache.invalidateQueries({ queryKey: ['tags'] })]);
  };
}

const named = (tags: Tag[], name: string) => tags.find((tag) => plain(tag.name) === plain(name));

/** The tag of this name, made if there is none. The list may not have come yet, or be older than the tag. */
async function tagNamed(cache: QueryClient, name: string): Promise<Tag> {
  const listed = await cache.ensureQueryData(tagsQuery()).catch(() => null);
  const known = listed && named(listed.data, name);
  if (known) return known;
  try {
    return await call(tagsApi.create, { body: { name } });
  } catch (failure) {
    if (!failedWith(failure, 'tag_taken')) throw failure;
    const { data } = await cache.fetchQuery({ ...tagsQuery(), staleTime: 0 });
    const taken = named(data, name);
    if (!taken) throw failure;
    return taken;
  }
}

const OFFERED = 8;

function AddTag({ agent }: { agent: Agent }) {
  const cache = useQueryClient();
  const keep = useKeepTags(agent.id);
  const tags = useQuery(tagsQuery());
  const [name, setName] = useState('');
  const [blank, setBlank] = useState(false);
  const [failed, setFailed] = useState<string>(texts.addFailed);
  const free = (tags.data?.data ?? []).filter(({ id }) => !agent.tags.some((tag) => tag.id === id));
  const offered = free.filter((tag) => plain(tag.name).includes(plain(name))).slice(0, OFFERED);

  const add = useTask(async (wanted: Tag | string) => {
    const typed = name;
    setFailed(texts.createFailed);
    const tag = typeof wanted === 'string' ? await tagNamed(cache, wanted) : wanted;
    setFailed(texts.addFailed);
    await keep(await call(agentsApi.addTag, { params: { id: agent.id, tagId: tag.id } }));
    // Text typed meanwhile is the next tag.
    setName((now) => (now === typed ? '' : now));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setBlank(!wanted);
    if (wanted) add.run(wanted);
  };
  const failure = add.failure === null ? null : failureText(add.failure, failed);

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Field
        label={texts.add}
        hint={texts.addHint}
        error={blank ? texts.nameMissing : failure}
        maxLength={TAG_NAME_MAX}
        autoComplete="off"
        enterKeyHint="done"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setBlank(false);
          add.forgive();
        }}
      />
      {tags.isError && !tags.data && <LoadFailure query={tags} text={texts.loadFailed} />}
      {offered.length > 0 && <OfferedTags tags={offered} onAdd={add.run} />}
    </form>
  );
}

function OfferedTags({ tags, onAdd }: { tags: Tag[]; onAdd: (tag: Tag) => void }) {
  return (
    <ul aria-label={texts.others} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag.id} className="flex max-w-full">
          <button
            type="button"
            onClick={() => onAdd(tag)}
            className="inline-flex h-7 max-w-full items-center gap-1 rounded-full border border-dashed border-line-strong px-2.5 text-small font-medium text-ink-2 transition-colors hover:border-ink-3 hover:text-ink phone:h-11 phone:px-4"
          >
            <Plus className="size-3.5" />
            <span className="truncate">{tag.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
