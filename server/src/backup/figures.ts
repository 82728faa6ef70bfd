/** Checksums of a backup: sums over the token ledger and the last hash of the audit chain. */
import type pg from 'pg';

export type Figures = {
  ledger: { entries: string; charged: string; used: string; reserved: string };
  audit: { entries: string; last_hash: string | null };
};

export async function figuresOf(client: pg.Client): Promise<Figures> {
  const { rows } = await client.query<Figures['ledger'] & { audit: string; last_hash: string | null }>(
    `select (select count(*) from token_entries)::text entries,
      (select coalesce(sum(charged), 0) from token_entries)::text charged,
      (select coalesce(sum(token_used), 0) from users)::text used,
      (select coalesce(sum(token_reserved), 0) from users)::text reserved,
      (select count(*) from audit_entries)::text audit,
      (select hash::text from audit_entries order by id desc limit 1) last_hash`,
  );
  const [found] = rows;
  if (!found) throw new Error('no figures');
  const { audit, last_hash, ...ledger } = found;
  return { ledger, audit: { entries: audit, last_hash } };
}
