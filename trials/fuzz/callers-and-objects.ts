/** Callers and the objects that calls can name; they are made anew whenever a call may have used them up. */
import { eq } from 'drizzle-orm';
import type { Role } from '../../contract/src/users.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import {
  agent_checks,
  agent_data_sources,
  agent_knowledge_bases,
} from '../../server/src/db/tables/agents.ts';
import { data_sources } from '../../server/src/db/tables/data-sources.ts';
import { buildProvider } from '../../server/test/identity/built-provider.ts';
import { buildScimToken } from '../../server/test/identity/scim-directory.ts';
import type { Names } from '../../tests/authorisation/kind.ts';
import { newPerson, signInAs } from '../../tests/authorisation/people.ts';
import { type KindName, kindsIn } from '../../tests/authorisation/things.ts';
import type { Chance } from '../support/seeded-random.ts';
import { QUERIES } from './queries.ts';

export type FuzzContext = Pick<AppContext, 'db' | 'clock' | 'secret' | 'secretKeys'>;
export type ActorName = 'stranger' | 'temporary' | 'program' | 'directory' | Role;
export type Actor = { name: ActorName; id: number; token: string | null };

const NAMES: ActorName[] = [
  'stranger',
  'temporary',
  'program',
  'user',
  'user',
  'user_td',
  'admin',
  'superadmin',
];
/** So many calls are made with one sign-in. */
const CALLS_EACH = 20;
const KEPT = 6;

export type Furniture = Awaited<ReturnType<typeof openFurniture>>;

export async function openFurniture(context: FuzzContext, url: string, chance: Chance) {
  const kinds = kindsIn(context as AppContext);
  const actors = new Map<ActorName, Actor & { calls: number }>();
  const things = new Map<string, Names[]>();
  const people: number[] = [];
  const made = new Set<string>();

  async function enter(name: ActorName): Promise<Actor> {
    if (name === 'directory') {
      // Its own things are those of its provider.
      const id = await buildProvider(context);
      return { name, id, token: await buildScimToken(context, id) };
    }
    const role = name === 'stranger' || name === 'program' || name === 'temporary' ? 'user' : name;
    const id = await newPerson(context, { role });
    people.unshift(id);
    people.splice(KEPT);
    if (name === 'stranger') return { name, id, token: null };
    const { token } = await signInAs(context, id, name === 'temporary');
    return { name, id, token: name === 'program' ? await accessKey(url, token) : token };
  }

  /** The newest object of that name; it may be gone by now. */
  const lately = (kind: KindName): Names[] =>
    [...things.entries()].flatMap(([key, kept]) => (key.startsWith(`${kind} `) ? kept : []));

  const keyOf = (kind: KindName, { id }: Actor) =>
    `${kind} ${Object.hasOwn(kinds[kind], 'foreign') ? id : ''}`;

  const note = (kind: KindName, names: Names): Names => {
    // A relation is made together with its document, which the invariants must not judge either.
    if (names.documentId !== undefined) made.add(`document ${names.documentId}`);
    made.add(`${kind} ${names.id}`);
    return names;
  };

  /** Parts of an object in use: an agent reads and has checks, a data source asks something. */
  async function furnish(kind: KindName, { id }: Names): Promise<void> {
    const { db } = context;
    if (kind === 'source') {
      const rag_config = {
        profile_extraction: { model_name: 'gpt-5', system_prompt: '', terminology_mapping: {} },
        document_search: {
          base_sql_query: chance.pick(QUERIES),
          main_content_column: 'objeto',
          max_documents: 5,
        },
        document_filter: { model_name: 'gpt-5', system_prompt: '', max_filtered_documents: 5 },
      };
      await db
        .update(data_sources)
        .set({ rag_config })
        .where(eq(data_sources.id, Number(id)));
    }
    if (kind !== 'agent') return;
    const agent_id = Number(id);
    const expectation = { kind: 'refuses' as const, value: null };
    await db.insert(agent_checks).values({ agent_id, question: 'Quanto tempo vale a senha?', expectation });
    const knowledge_base_id = Number(lately('base')[0]?.id ?? 0);
    const data_source_id = Number(lately('source')[0]?.id ?? 0);
    // They may be gone by now.
    if (knowledge_base_id)
      await db
        .insert(agent_knowledge_bases)
        .values({ agent_id, knowledge_base_id })
        .catch(() => {});
    if (data_source_id)
      await db
        .insert(agent_data_sources)
        .values({ agent_id, data_source_id })
        .catch(() => {});
  }

  function keep(key: string, names: Names): Names {
    const kept = things.get(key) ?? [];
    kept.unshift(names);
    kept.splice(KEPT);
    things.set(key, kept);
    return names;
  }

  return {
    /** `fresh`: of nobody who called before. */
    async actor(wish?: ActorName, fresh = false): Promise<Actor> {
      const name = wish ?? chance.pick(NAMES);
      const known = actors.get(name);
      if (known && !fresh && known.calls < CALLS_EACH) {
        known.calls += 1;
        return known;
      }
      const actor = await enter(name);
      actors.set(name, { ...actor, calls: 1 });
      return actor;
    },
    async own(kind: KindName, actor: Actor): Promise<Names> {
      const key = keyOf(kind, actor);
      const kept = things.get(key) ?? [];
      if (kept.length && chance.percent(60)) return chance.pick(kept);
      const names = note(kind, await kinds[kind].own(actor.id));
      await furnish(kind, names);
      return keep(key, names);
    },
    /** Objects that a call has created. */
    made: (kind: KindName, actor: Actor, names: Names) => keep(keyOf(kind, actor), names),
    /** Somebody else's, or the part of another whole. */
    async foreign(kind: KindName): Promise<Names> {
      const kindly = kinds[kind] as (typeof kinds)[KindName] & { foreign?: () => Promise<Names> };
      return kindly.foreign ? note(kind, await kindly.foreign()) : kindly.missing;
    },
    missing: (kind: KindName): Names => kinds[kind].missing,
    idOf(kind: KindName): string | number {
      const known = lately(kind);
      return known.length ? (chance.pick(known).id ?? 1) : 1 + chance.below(5);
    },
    /** Written directly to the database, past the application's own bookkeeping. */
    isMade: (kind: 'message' | 'document', id: string) => made.has(`${kind} ${id}`),
    person: () => (people.length ? chance.pick(people) : 1),
  };
}

/** The credential of a program; the plain sign-in while there is no access key. */
async function accessKey(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/users/me/access-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Programa' }),
  });
  const { data } = (await response.json()) as { data?: { secret?: string } };
  return data?.secret ?? token;
}
