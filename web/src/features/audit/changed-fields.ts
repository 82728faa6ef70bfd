/** The fields of an entry side by side, in words. */
import type { AuditEntry } from '#contract/audit.ts';
import { formatDate, formatDateTime, formatNumber } from '../../lib/format.ts';
import { formatBytes } from '../../lib/text/figures.ts';
import type { Same } from '../../lib/text/same.ts';
import { namesEn, reasonsEn } from './changed-fields-en.ts';
import { texts } from './texts.ts';

export type ChangedField = { name: string; before: string | null; after: string | null };

const namesPt = {
  above: 'acima de',
  access_key_id: 'ID da chave de acesso',
  acr_values: 'níveis pedidos (acr)',
  active: 'ativo',
  added: 'acrescentadas',
  address: 'endereço',
  agent_id: 'ID do agente',
  agent_ids: 'IDs dos agentes',
  agents: 'agentes',
  agents_count: 'agentes',
  amount: 'valor',
  answer: 'resposta',
  approval: 'aprovação',
  assigned: 'usuários',
  attribute_email: 'atributo do e-mail',
  attribute_id: 'atributo do identificador',
  attribute_login: 'atributo do usuário',
  attribute_name: 'atributo do nome',
  base: 'base da busca',
  base_url: 'endereço',
  bind_dn: 'conta de leitura',
  body: 'texto',
  brl_per_usd: 'R$ por US$',
  bucket: 'bucket',
  budget: 'orçamento',
  budget_kind: 'tipo de orçamento',
  ca_pem: 'certificado da autoridade',
  cached_input: 'entrada em cache',
  cancel_at_period_end: 'cancela no fim do período',
  changed: 'campos ajustados',
  claim_email: 'campo do e-mail',
  claim_groups: 'campo dos grupos',
  claim_name: 'campo do nome',
  claims: 'campos do provedor',
  client_auth: 'autenticação do cliente',
  client_id: 'ID do cliente',
  colours: 'cores',
  columns: 'colunas',
  connection_id: 'ID da conexão',
  context_window: 'contexto',
  currency: 'moeda',
  custom_prompt: 'prompt',
  data_source: 'fonte de dados',
  data_source_id: 'ID da fonte de dados',
  date_column: 'coluna da data',
  day: 'dia',
  days: 'dias',
  deadline_days: 'prazo da resposta em dias',
  deletion_due: 'exclusão em',
  deploy_gate: 'exigência de verificações',
  deploy_status: 'publicado',
  depth: 'profundidade',
  description: 'descrição',
  dismissed: 'dispensado',
  dismissible: 'pode ser dispensada',
  display_name: 'nome',
  'document_filter.max_filtered_documents': 'documentos após o filtro',
  'document_filter.model_name': 'modelo do filtro',
  'document_filter.system_prompt': 'prompt do filtro',
  'document_search.base_sql_query': 'consulta SQL base',
  'document_search.main_content_column': 'coluna do conteúdo',
  'document_search.max_documents': 'documentos da busca',
  documents: 'documentos',
  emergency: 'conta de emergência',
  enabled: 'ligado',
  end_session: 'sair também do provedor',
  ended: 'encerrada',
  endpoint: 'endereço',
  ends_at: 'termina em',
  exclude: 'fora',
  exclude_paths: 'caminhos de fora',
  expires_at: 'validade',
  external_id: 'ID externo',
  fallback_models: 'reservas',
  features: 'benefícios',
  file: 'arquivo',
  file_sha256: 'hash do arquivo',
  file_size: 'tamanho do arquivo',
  files: 'arquivos na conversa',
  grace_days: 'dias de carência',
  group_ids: 'IDs dos grupos',
  group_mappings: 'grupos do provedor',
  groups_mode: 'como os grupos valem',
  handled: 'tratado',
  hard: 'recusa ao acabar',
  has_logo: 'tem logotipo',
  has_owner: 'tem responsável',
  hd: 'domínio da organização',
  hint: 'final do token',
  host: 'servidor',
  include: 'incluídos',
  include_paths: 'caminhos incluídos',
  input: 'entrada',
  input_price: 'preço de entrada',
  interval: 'intervalo',
  into: 'novo grupo',
  issuer: 'emissor',
  item: 'item',
  keep_hours: 'horas até apagar conversas',
  keep_months: 'meses até apagar conversas sem uso',
  keep_parameters: 'mantém parâmetros',
  key: 'chave',
  key_changed: 'chave trocada',
  key_idle_days: 'dias sem entrada para as chaves',
  kind: 'tipo',
  knowledge_base_id: 'ID da base de conhecimento',
  language: 'idioma das telas',
  limit: 'limite',
  local_mode_chosen: 'ficar no modo local',
  long: 'preço de contexto longo',
  max_pages: 'limite de páginas',
  may_grant_admin: 'pode dar o perfil admin',
  members: 'integrantes',
  min_level: 'nível mínimo da conta',
  mode: 'modo',
  model: 'modelo',
  money_column: 'coluna do valor',
  name: 'nome',
  nested: 'grupos dentro de grupos',
  next_interval: 'próximo intervalo',
  nightly_checks: 'verificações à noite',
  nightly_hour: 'hora das verificações',
  nightly_tokens: 'tokens por noite',
  notified_people: 'pessoas avisadas',
  open_hours: 'horário de atendimento',
  openers: 'perguntas de exemplo',
  organisation_name: 'nome da organização',
  origins: 'endereços do site',
  output: 'saída',
  output_price: 'preço de saída',
  owner_user_id: 'ID do responsável',
  passed: 'passou',
  password_changed: 'senha trocada',
  paused: 'pausada',
  people: 'pessoas',
  personal_data: 'dados pessoais',
  personal_data_kinds: 'tipos de dado pessoal',
  popular: 'mais escolhido',
  port: 'porta',
  position: 'posição',
  prefix: 'prefixo',
  price: 'preço',
  prices: 'preços',
  problem: 'problema',
  'profile_extraction.model_name': 'modelo da extração',
  'profile_extraction.system_prompt': 'prompt da extração',
  'profile_extraction.terminology_mapping': 'terminologia',
  'prompt_sections.constraints': 'prompt: restrições',
  'prompt_sections.custom_instructions': 'prompt: instruções próprias',
  'prompt_sections.goal': 'prompt: objetivo',
  'prompt_sections.identity': 'prompt: identidade',
  'prompt_sections.response_style': 'prompt: estilo',
  provider: 'provedor',
  provision: 'cria contas',
  reason: 'motivo',
  reasoning_effort: 'esforço de raciocínio',
  receipts_public: 'comprovantes públicos',
  refunded: 'devolvido',
  refuse_unchecked_numbers: 'recusar números não conferidos',
  region: 'região',
  request_years: 'anos até apagar pedidos',
  required: 'exige novo aceite',
  residency: 'onde processa',
  residency_max: 'onde pode processar',
  review_on: 'revisar em',
  role: 'perfil',
  roles: 'perfis',
  root: 'pasta raiz',
  roots: 'pasta',
  rows: 'linhas',
  rows_word: 'nome das linhas',
  schedule: 'horário',
  scope_note: 'o que se pode perguntar',
  scopes: 'escopos',
  secret_changed: 'segredo trocado',
  sent: 'enviados',
  session_hours: 'duração do acesso em horas',
  settings: 'configurações',
  sha256: 'hash',
  sheet: 'planilha',
  slug: 'identificador',
  source: 'origem',
  sources: 'fontes',
  starts_at: 'começa em',
  state: 'estado',
  status: 'estado',
  stripe_price_id: 'ID do preço na Stripe',
  subfolder: 'subpasta',
  successor: 'sucessor',
  suggestions: 'próximas perguntas',
  synonyms: 'sinônimos',
  table: 'tabela',
  tag: 'tag',
  temperature: 'temperatura',
  temporary_mode: 'conversa temporária',
  texts: 'textos',
  threshold: 'limite',
  title: 'título',
  tls: 'TLS',
  token_cap: 'limite de tokens',
  tokens: 'tokens',
  tokens_per_day: 'tokens por dia',
  tokens_per_person: 'tokens por pessoa',
  tone: 'tom',
  trust_mfa: 'confia no segundo fator do provedor',
  unit: 'unidade',
  url: 'endereço',
  use_guided_prompt: 'prompt guiado',
  use_security_prompt: 'prompt de segurança',
  use_sitemap: 'usa o sitemap',
  user_group: 'grupo',
  user_group_id: 'ID do grupo',
  user_ids: 'IDs das pessoas',
  users_count: 'usuários',
  validity_days: 'dias de validade',
  version: 'versão',
  version_id: 'ID da versão',
  visible: 'visível',
  webhook_id: 'ID do canal',
  what: 'o quê',
  with_second_factor: 'com segundo fator',
  with_temporary_password: 'com senha temporária',
  wordings: 'outras formas',
};

const reasonsPt = {
  wrong_password: 'senha errada',
  inactive: 'conta desativada',
  unverified: 'e-mail não verificado',
};

const names: Readonly<Record<string, string>> = (__LANGUAGE__ === 'en' ? namesEn : namesPt) satisfies Same<
  typeof namesPt,
  typeof namesEn
>;
const reasons: Readonly<Record<string, string>> = (
  __LANGUAGE__ === 'en' ? reasonsEn : reasonsPt
) satisfies Same<typeof reasonsPt, typeof reasonsEn>;

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
    name: nameOf(key),
    before: valueIn('before', key),
    after: valueIn('after', key),
  }));
}

const nameOf = (key: string): string => names[key] ?? key.replaceAll('_', ' ');

function inWords(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberInWords(key, value);
  if (typeof value === 'string') return textInWords(key, value);
  if (Array.isArray(value)) return value.map((each) => inWords(key, each)).join(', ') || texts.nothing;
  if (isMark(value)) return texts.longText(formatNumber(value.length));
  return Object.entries(value)
    .map(([part, each]) => `${nameOf(part)} ${inWords(part, each)}`)
    .join(', ');
}

/** An id is a name: its digits are not grouped. */
function numberInWords(key: string, value: number): string {
  if (/_ids?$/.test(key)) return String(value);
  return key === 'file_size' ? formatBytes(value) : formatNumber(value);
}

function textInWords(key: string, value: string): string {
  if (key === 'reason') return reasons[value] ?? value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateTime(value);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(`${value}T12:00`) : value;
}

/** A text that is not kept leaves its length, and a hash that tells it from another. */
function isMark(value: object): value is { length: number; sha256: string } {
  return 'sha256' in value && 'length' in value && typeof value.length === 'number';
}
