/** The fields of an entry side by side, in words. */
import type { AuditEntry } from '#contract/audit.ts';
import { formatBytes, formatDateTime, formatNumber } from '../../lib/format.ts';
import { texts } from './texts.ts';

export type ChangedField = { name: string; before: string | null; after: string | null };

const names: Record<string, string> = {
  active: 'ativo',
  agent_ids: 'IDs dos agentes',
  agents: 'agentes',
  agents_count: 'agentes',
  assigned: 'usuários',
  cancel_at_period_end: 'cancela no fim do período',
  custom_prompt: 'prompt',
  deletion_due: 'exclusão em',
  expires_at: 'validade',
  token_cap: 'limite de tokens',
  deploy_status: 'publicado',
  description: 'descrição',
  dismissed: 'dispensado',
  'document_filter.max_filtered_documents': 'documentos após o filtro',
  'document_filter.model_name': 'modelo do filtro',
  'document_filter.system_prompt': 'prompt do filtro',
  'document_search.base_sql_query': 'consulta SQL base',
  'document_search.main_content_column': 'coluna do conteúdo',
  'document_search.max_documents': 'documentos da busca',
  ended: 'encerrada',
  file_size: 'tamanho do arquivo',
  interval: 'intervalo',
  knowledge_base_id: 'ID da base de conhecimento',
  local_mode_chosen: 'ficar no modo local',
  model: 'modelo',
  name: 'nome',
  next_interval: 'próximo intervalo',
  openers: 'perguntas de exemplo',
  problem: 'problema',
  'profile_extraction.model_name': 'modelo da extração',
  'profile_extraction.system_prompt': 'prompt da extração',
  'profile_extraction.terminology_mapping': 'terminologia',
  'prompt_sections.constraints': 'prompt: restrições',
  'prompt_sections.custom_instructions': 'prompt: instruções próprias',
  'prompt_sections.goal': 'prompt: objetivo',
  'prompt_sections.identity': 'prompt: identidade',
  'prompt_sections.response_style': 'prompt: estilo',
  reason: 'motivo',
  role: 'perfil',
  scope_note: 'o que se pode perguntar',
  suggestions: 'próximas perguntas',
  temporary_mode: 'conversas temporárias',
  tag: 'tag',
  temperature: 'temperatura',
  use_guided_prompt: 'prompt guiado',
  use_security_prompt: 'prompt de segurança',
  users_count: 'usuários',
  version_id: 'ID da versão',
  with_temporary_password: 'com senha temporária',
};

const reasons: Record<string, string> = {
  wrong_password: 'senha errada',
  inactive: 'conta desativada',
  unverified: 'e-mail não verificado',
};

export function changedFields(entry: Pick<AuditEntry, 'before' | 'after' | 'erased_fields'>): ChangedField[] {
  const keys = new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})]);
  const valueIn = (side: 'before' | 'after', key: string) => {
    const values = entry[side];
    if (!values || !(key in values)) return null;
    const path = `${side}.${key}`;
    const isErased = entry.erased_fields.some((field) => field === path || field.startsWith(`${path}.`));
    return isErased ? texts.erasedWords : inWords(key, values[key]);
  };
  return [...keys].map((key) => ({
    name: names[key] ?? key.replaceAll('_', ' '),
    before: valueIn('before', key),
    after: valueIn('after', key),
  }));
}

function inWords(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberInWords(key, value);
  if (typeof value === 'string') return textInWords(key, value);
  if (Array.isArray(value)) return value.map((each) => inWords(key, each)).join(', ') || texts.nothing;
  return isMark(value) ? texts.longText(formatNumber(value.length)) : JSON.stringify(value);
}

/** An id is a name: its digits are not grouped. */
function numberInWords(key: string, value: number): string {
  if (/_ids?$/.test(key)) return String(value);
  return key === 'file_size' ? formatBytes(value) : formatNumber(value);
}

function textInWords(key: string, value: string): string {
  if (key === 'reason') return reasons[value] ?? value;
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatDateTime(value) : value;
}

/** A text that is not kept leaves its length, and a hash that tells it from another. */
function isMark(value: object): value is { length: number; sha256: string } {
  return 'sha256' in value && 'length' in value && typeof value.length === 'number';
}
