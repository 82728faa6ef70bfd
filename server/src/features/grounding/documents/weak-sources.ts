/** Sources that stand on a scanned page which was recognised with little certainty say so. */
import type { Source } from '#contract/citations.ts';
import type { Queryable } from '../../../db/client.ts';
import { weakPlaces } from '../../knowledge/documents/scanned-pages.ts';
import { weakFilePages } from '../../session-files/scanned-pages.ts';
import type { Findings } from '../source-kind.ts';

export async function withWeakness(db: Queryable, findings: Findings): Promise<Findings> {
  const weak = await weakSources(
    db,
    findings.found.map(({ source }) => source),
  );
  if (!weak.size) return findings;
  const found = findings.found.map((finding) =>
    weak.has(finding.source) ? { ...finding, source: { ...finding.source, weak: true as const } } : finding,
  );
  return { ...findings, found };
}

/** The same of files of a conversation. */
export async function withWeakFiles(db: Queryable, user_id: number, findings: Findings): Promise<Findings> {
  const ids = new Set(findings.found.flatMap(({ source }) => source.file_id ?? []));
  const weak = await weakFilePages(db, user_id, [...ids]);
  if (!weak.size) return findings;
  const found = findings.found.map((finding) =>
    weak.has(`${finding.source.file_id} ${finding.source.page}`)
      ? { ...finding, source: { ...finding.source, weak: true as const } }
      : finding,
  );
  return { ...findings, found };
}

async function weakSources(
  db: Queryable,
  sources: Findings['found'][number]['source'][],
): Promise<Set<Omit<Source, 'index'>>> {
  const places = sources.flatMap((source) => {
    const { knowledge_base_id, document_id, page } = source;
    return knowledge_base_id === undefined || document_id === undefined
      ? []
      : [{ knowledge_base_id, document_id, page, source }];
  });
  return new Set([...(await weakPlaces(db, places))].map(({ source }) => source));
}
