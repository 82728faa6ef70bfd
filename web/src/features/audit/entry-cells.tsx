/** The parts of an entry: the same in a table and on a phone’s card. */
import { ArrowRight } from 'lucide-react';
import type { AuditEntry } from '#contract/audit.ts';
import { deviceOf } from '#contract/devices.ts';
import { deviceName } from '../../lib/browser/device.ts';
import { formatDateTime } from '../../lib/format.ts';
import { clipped } from '../../lib/text/clipped.ts';
import { type ChangedField, changedFields } from './changed-fields.ts';
import { nouns, texts } from './texts.ts';

type Cell = { entry: AuditEntry };

export function When({ entry }: Cell) {
  return (
    <time dateTime={entry.created_at} className="block text-small leading-snug text-ink-2 tabular-nums">
      {formatDateTime(entry.created_at)}
    </time>
  );
}

type WhoProps = Cell & { onOnly: (actor: number) => void };

/** A press shows this person’s deeds only. */
export function Who({ entry, onOnly }: WhoProps) {
  const { actor } = entry;
  if (!actor)
    return <span className="text-small text-ink-2">{entry.by_system ? texts.system : texts.gone}</span>;
  return (
    <div className="min-w-0">
      <button
        type="button"
        title={texts.onlyBy(actor.name)}
        onClick={() => onOnly(actor.id)}
        className="link block text-left text-control leading-snug font-medium wrap-anywhere"
      >
        {clipped(actor.name).shown}
      </button>
      <p title={actor.email} className="truncate text-tiny text-ink-3">
        {actor.email}
      </p>
    </div>
  );
}

/** The changed object; a plan or a group may come with the one person that the change was about. */
export function ObjectCell({ entry }: Cell) {
  const { person, object_id } = entry;
  const object_name = entry.erased_fields.includes('object_name') ? texts.erasedWords : entry.object_name;
  const name = clipped(object_name ?? person?.name ?? nouns[entry.object_type]?.one ?? entry.object_type);
  return (
    <div className="min-w-0">
      <p title={name.title} className="text-control leading-snug wrap-anywhere">
        {name.shown}
      </p>
      {object_id !== null && <p className="text-tiny text-ink-3 tabular-nums">{texts.id(object_id)}</p>}
      {person && object_name !== null && <p className="text-tiny wrap-anywhere text-ink-2">{person.name}</p>}
      {person && (
        <p title={person.email} className="truncate text-tiny text-ink-3">
          {person.email}
        </p>
      )}
    </div>
  );
}

const SHOWN_AT_ONCE = 3;

export function Changes({ entry }: Cell) {
  const fields = changedFields(entry);
  if (fields.length === 0) return <span className="text-small text-ink-3">—</span>;
  const rest = fields.slice(SHOWN_AT_ONCE);
  return (
    <div className="grid gap-1 text-small">
      <Fields fields={fields.slice(0, SHOWN_AT_ONCE)} />
      {rest.length > 0 && (
        <details>
          <summary className="link cursor-pointer text-tiny phone:flex phone:min-h-11 phone:items-center">
            {texts.more(rest.length)}
          </summary>
          <div className="mt-1 grid gap-1">
            <Fields fields={rest} />
          </div>
        </details>
      )}
    </div>
  );
}

function Fields({ fields }: { fields: ChangedField[] }) {
  return fields.map(({ name, before, after }) => (
    <p key={name} className="wrap-anywhere">
      <span className="text-ink-3">{name}: </span>
      {before !== null && <Value said={texts.before} text={before} />}
      {before !== null && after !== null && (
        <ArrowRight aria-hidden="true" className="mx-1 inline size-3.5 align-[-2px] text-ink-3" />
      )}
      {after !== null && <Value said={texts.after} text={after} strong />}
    </p>
  ));
}

/** Which of the two it is stands in an arrow for the eye, and in a word for the ear. */
function Value({ said, text, strong }: { said: string; text: string; strong?: boolean }) {
  const { shown, title } = clipped(text);
  return (
    <>
      <span className="sr-only">{`${said} `}</span>
      <span title={title} className={strong ? 'font-medium' : 'text-ink-2'}>
        {shown}
      </span>
    </>
  );
}

export function Origin({ entry }: Cell) {
  const { ip, user_agent } = entry;
  if (!ip && !user_agent) return <span className="text-small text-ink-3">{texts.unknownOrigin}</span>;
  return (
    <div className="min-w-0">
      {ip && <p className="text-small wrap-anywhere text-ink-2 tabular-nums">{ip}</p>}
      {user_agent && (
        <p title={user_agent} className="text-tiny wrap-anywhere text-ink-3">
          {deviceName(deviceOf(user_agent))}
        </p>
      )}
    </div>
  );
}
