/**
 * Takes the words that name an erased person out of the audit log. A field that holds them becomes null; its path stays,
 * with a keyed hash of the text by which the holder of the key can confirm what it was.
 */
import { eq, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { audit_entries, type ErasedWords } from '../../db/tables/audit.ts';
import { type Entry, isIntact, sealErasure, type Words } from './chain.ts';
import { lockChain } from './record.ts';
import { sealingKey, sealingKeys, sealWith } from './sealing-keys.ts';

export type NamedPerson = {
  /** Folded texts, one of which is in every text that names the person. */
  needles: string[];
  names: (text: string) => boolean;
};

/** The values of these fields come from closed sets and are not typed; a person may be called like one of them. */
const CODED_FIELDS = new Set(['interval', 'model', 'next_interval', 'problem', 'reason', 'role']);

/** Call it next to last in a transaction: it takes the lock of the chain. */
export async function eraseWords(tx: Transaction, person: NamedPerson): Promise<void> {
  await lockChain(tx);
  const key = sealingKey();
  for (const entry of await candidates(tx, person)) {
    const fields: Record<string, string> = {};
    const erased = withoutNames(entry, person, (path, text) => {
      fields[path] = sealWith(key, 'erased words', text);
    });
    if (!Object.keys(fields).length) continue;
    const all = { ...entry.erased_words?.fields, ...fields };
    // An entry that was tampered with before must not be made whole by the erasure.
    const seal = isIntact(entry, sealingKeys()) ? sealErasure({ ...entry, ...erased }, all, key) : null;
    const erased_words: ErasedWords = { fields: all, key_id: key.id, seal };
    await tx
      .update(audit_entries)
      .set({ ...erased, words_salt: null, erased_words })
      .where(eq(audit_entries.id, entry.id));
  }
}

function candidates(tx: Transaction, { needles }: NamedPerson): Promise<Entry[]> {
  const all = sql`fold_text(concat_ws(' ', object_name, before::text, after::text))`;
  const conditions: SQL[] = needles.map((needle) => sql`strpos(${all}, fold_text(${needle})) > 0`);
  return tx
    .select()
    .from(audit_entries)
    .where(or(sql`false`, ...conditions));
}

type OnErased = (path: string, text: string) => void;

function withoutNames(entry: Words, person: NamedPerson, onErased: OnErased): Words {
  const erase = (value: unknown, path: string, field: string): unknown => {
    if (typeof value === 'string') {
      if (CODED_FIELDS.has(field) || !person.names(value)) return value;
      onErased(path, value);
      return null;
    }
    if (Array.isArray(value)) return value.map((one, index) => erase(one, `${path}.${index}`, field));
    if (typeof value !== 'object' || value === null) return value;
    const text = Object.keys(value).some(person.names) ? JSON.stringify(value) : null;
    if (text === null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, erase(one, `${path}.${name}`, name)]),
      );
    onErased(path, text);
    return null;
  };
  return {
    object_name: erase(entry.object_name, 'object_name', 'object_name') as string | null,
    before: erase(entry.before, 'before', 'before') as Words['before'],
    after: erase(entry.after, 'after', 'after') as Words['after'],
  };
}
