import type { AuditObject } from '#contract/audit.ts';
import type { Same } from '../../lib/text/same.ts';
import { en, nounsEn } from './texts-en.ts';

const pt = {
  title: 'Auditoria',
  line: 'Quem mudou o quê, quando e de onde. Registros só são acrescentados, nunca mudados.',
  search: 'Buscar na auditoria',
  object: 'Objeto',
  anyObject: 'Todos os objetos',
  person: 'Pessoa',
  personHint: 'Quem fez: nome ou e-mail',
  onlyBy: (name: string) => `Feito por ${name}`,
  anyone: 'Mostrar de todas as pessoas',
  unknownPerson: (id: number) => `pessoa de ID ${id}`,
  from: 'De',
  to: 'Até',
  clear: 'Limpar filtros',
  loaded: (shown: string, total: string) => `${shown} de ${total}`,
  list: 'Registros de auditoria',
  columns: {
    when: 'Quando',
    who: 'Quem',
    what: 'O quê',
    object: 'Objeto',
    change: 'Mudança',
    origin: 'De onde',
  },
  before: 'antes',
  after: 'depois',
  nothing: 'vazio',
  yes: 'sim',
  no: 'não',
  longText: (length: string) => `texto de ${length} caracteres`,
  more: (count: number) => `mais ${count} ${count === 1 ? 'campo' : 'campos'}`,
  system: 'Prosa',
  gone: 'Conta removida',
  erasedWords: 'apagado com uma conta',
  id: (id: number) => `ID ${id}`,
  unknownOrigin: 'Não registrado',
  loadMore: 'Carregar mais',
  none: 'Nenhum registro ainda',
  noneLine: 'Mudanças em pessoas, grupos, agentes, bases e fontes aparecem aqui.',
  noMatch: 'Nenhum registro encontrado',
  noMatchLine: 'Tente outras palavras, outro período ou menos filtros.',
  loadFailed: 'Falha ao carregar auditoria',

  download: 'Baixar CSV',
  downloadFailed: 'Falha ao baixar auditoria',
  verify: 'Verificar integridade',
  verifyFailed: 'Falha ao verificar integridade',
  intact: (entries: string, one: boolean) =>
    one
      ? '1 registro conferido: a sequência está íntegra.'
      : `${entries} registros conferidos: a sequência está íntegra.`,
  intactLine: (erased: number, count: string) =>
    [
      'Cada registro confere com o anterior. Nenhum foi mudado, trocado ou retirado do meio.',
      erased === 1 && 'De 1 registro saíram palavras que identificavam quem excluiu a conta.',
      erased > 1 && `De ${count} registros saíram palavras que identificavam quem excluiu a conta.`,
    ]
      .filter(Boolean)
      .join(' '),
  broken: 'A sequência de registros foi rompida.',
  brokenAt: (id: number) => `A partir do registro ${id} o conteúdo não confere com o seu selo.`,
  brokenSomewhere: 'O conteúdo não confere com os selos.',
} as const;

/** With its article, as it stands in a sentence. */
const nounsPt = {
  user: { one: 'Usuário', the: 'o usuário' },
  group: { one: 'Grupo', the: 'o grupo' },
  agent: { one: 'Agente', the: 'o agente' },
  tag: { one: 'Tag', the: 'a tag' },
  knowledge_base: { one: 'Base de conhecimento', the: 'a base de conhecimento' },
  document: { one: 'Documento', the: 'o documento' },
  data_source: { one: 'Fonte de dados', the: 'a fonte de dados' },
  connection: { one: 'Conexão', the: 'a conexão' },
  subscription: { one: 'Assinatura', the: 'a assinatura' },
  session: { one: 'Acesso', the: 'o acesso' },
  factor: { one: 'Segundo fator', the: 'o segundo fator' },
  access_policy: { one: 'Regra de acesso', the: 'a regra de acesso' },
  invitation: { one: 'Convite', the: 'o convite' },
  identity_provider: { one: 'Provedor de acesso', the: 'o provedor de acesso' },
  email_domain: { one: 'Regra de domínios', the: 'a regra de domínios' },
  import: { one: 'Importação', the: 'a importação' },
  terms: { one: 'Termos', the: 'os termos' },
  installation: { one: 'Instalação', the: 'a instalação' },
  feedback: { one: 'Feedback', the: 'o feedback' },
  access_key: { one: 'Chave de acesso', the: 'a chave de acesso' },
  model: { one: 'Modelo', the: 'o modelo' },
  plan: { one: 'Plano', the: 'o plano' },
  pack: { one: 'Pacote', the: 'o pacote' },
  sync: { one: 'Sincronização', the: 'a sincronização' },
  price: { one: 'Preço', the: 'o preço' },
  rate: { one: 'Câmbio', the: 'o câmbio' },
  provider: { one: 'Provedor de modelos', the: 'o provedor de modelos' },
  verified_answer: { one: 'Resposta verificada', the: 'a resposta verificada' },
  alert_rule: { one: 'Regra de avisos', the: 'a regra de avisos' },
  webhook: { one: 'Canal de avisos', the: 'o canal de avisos' },
  banner: { one: 'Faixa', the: 'a faixa' },
  check: { one: 'Verificação', the: 'verificações do agente' },
  receipt: { one: 'Comprovante', the: 'o comprovante' },
  open_question: { one: 'Pergunta em aberto', the: 'a pergunta em aberto' },
  counter: { one: 'Balcão', the: 'o balcão' },
  citizen_request: { one: 'Pedido de cidadão', the: 'o pedido de protocolo' },
} satisfies Record<AuditObject, { one: string; the: string }>;

export const nouns: Same<typeof nounsPt, typeof nounsEn> = __LANGUAGE__ === 'en' ? nounsEn : nounsPt;
export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
