/** Portuguese, except where the specification says it in English. */
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';
import { failuresPt } from './texts-pt.ts';

/** As the specification has them; in Portuguese throughout, they are too. */
const failuresMixed = {
  load: 'Failed to load user groups',
  remove: 'Failed to delete user group',
  noGroup: 'No group selected',
  prepareUsers: 'Failed to prepare user assignment',
  prepareAgents: 'Failed to prepare agent management',
  loadAgents: 'Failed to load agents',
  moreAgents: 'Failed to load more agents',
  agents: 'Failed to update agent associations',
} as const;

const failures: Same<typeof failuresMixed, typeof failuresPt> =
  __LANGUAGE__ === 'pt-BR' ? failuresPt : failuresMixed;

const pt = {
  title: 'Gerenciamento de Grupos',
  line: 'O grupo de uma pessoa decide quais agentes ela vê. Cada pessoa está em um só grupo.',
  newGroup: 'Novo Grupo',
  list: 'Grupos de usuários',
  columns: { id: 'ID', name: 'Nome', description: 'Descrição', isDefault: 'Padrão', actions: 'Ações' },
  yes: 'Sim',
  no: 'Não',
  noDescription: 'Sem descrição',
  people: (count: string, one: boolean) => `${count} ${one ? 'usuário' : 'usuários'}`,
  agents: (count: string, one: boolean) => `${count} ${one ? 'agente' : 'agentes'}`,
  search: 'Buscar por nome ou descrição',
  loaded: (shown: string, total: string) => `${shown} de ${total}`,
  noMatch: 'Nenhum grupo encontrado',
  noMatchLine: 'Confira o nome ou a descrição, ou busque por uma parte deles.',
  none: 'Nenhum grupo de usuários encontrado.',
  createFirst: 'Criar Primeiro Grupo',
  loadMore: 'Carregar mais',
  loadFailed: failures.load,
  loadContext: 'Falha ao buscar grupos de usuários',

  /** On a phone, beside the icons. */
  actions: {
    edit: 'Editar',
    assign: 'Usuários',
    agents: 'Agentes',
    limits: 'Limites',
    remove: 'Excluir',
  },
  editOne: (name: string) => `Editar ${name}`,
  assignOne: (name: string) => `Adicionar usuários a ${name}`,
  agentsOne: (name: string) => `Gerenciar agentes de ${name}`,
  limitsOne: (name: string) => `Limites de ${name}`,
  removeOne: (name: string) => `Excluir ${name}`,
  protected: 'O grupo padrão e os grupos dos planos não podem ser excluídos.',

  form: {
    create: 'Novo Grupo',
    edit: 'Editar Grupo',
    name: 'Nome',
    description: 'Descrição',
    descriptionHint: 'Opcional. Só administradores a veem.',
    cancel: 'Cancelar',
    submitCreate: 'Criar Grupo',
    submitEdit: 'Salvar',
    createFailed: 'Falha ao criar grupo de usuários',
    updateFailed: 'Falha ao atualizar grupo de usuários',
  },

  remove: {
    question: 'Tem certeza que deseja excluir este grupo?',
    nobody: 'Ninguém está neste grupo.',
    moves: (people: string, one: boolean, group: string) =>
      `${people} ${one ? 'passa' : 'passam'} para o grupo ${group}.`,
    defaultGroup: 'padrão',
    cancel: 'Cancelar',
    confirm: 'Excluir',
    failed: failures.remove,
    context: 'Falha ao excluir grupo de usuários',
  },

  /** Shared by both dialogs. */
  association: 'Mostrar',
  cancel: 'Cancelar',
  discard: 'Descartar as alterações que não foram salvas?',
  discardLabel: 'Descartar',
  keepEditing: 'Continuar editando',
  noGroup: failures.noGroup,

  assign: {
    title: 'Adicionar Usuários ao Grupo',
    line: (group: string) =>
      `Grupo ${group}. Quem for adicionado sai do grupo em que está: cada pessoa tem um só grupo.`,
    search: 'Buscar usuários...',
    domain: 'Domínio de e-mail',
    domainExample: 'Domínio: exemplo.com.br',
    associations: {
      all: 'Todos os usuários',
      in_group: 'Usuários no grupo',
      not_in_group: 'Usuários fora do grupo',
    },
    selectAll: 'Selecionar Todos',
    clear: 'Limpar seleção',
    selectAllFailed: 'Falha ao selecionar usuários',
    list: 'Usuários',
    id: (id: number) => `ID ${id}`,
    inGroup: 'No grupo',
    nowIn: (group: string) => `Está em ${group}`,
    willAdd: 'Será adicionado',
    submit: (count: string) => `Adicionar ${count} usuário(s)`,
    nothing: 'Nenhum usuário para adicionar',
    none: 'Nenhum usuário encontrado com os filtros selecionados.',
    failed: 'Falha ao atribuir usuários ao grupo',
    prepareFailed: failures.prepareUsers,
    moreFailed: 'Falha ao carregar mais usuários',
    context: 'Falha ao buscar usuários do grupo',
  },

  manage: {
    title: 'Gerenciar Agentes do Grupo',
    line: (group: string) => `Grupo ${group}. As pessoas do grupo veem os agentes publicados que estão nele.`,
    search: 'Buscar agentes...',
    associations: {
      all: 'Todos os agentes',
      in_group: 'Agentes no grupo',
      not_in_group: 'Agentes fora do grupo',
    },
    list: 'Agentes',
    noDescription: 'Sem descrição',
    draft: 'Rascunho',
    willAdd: 'Será adicionado',
    willRemove: 'Será removido',
    submit: (added: string, removed: string) => `Salvar alterações (+${added} -${removed})`,
    nothing: 'Nenhuma alteração',
    none: 'Nenhum agente encontrado.',
    prepareFailed: failures.prepareAgents,
    loadFailed: failures.loadAgents,
    moreFailed: failures.moreAgents,
    context: 'Falha ao buscar agentes do grupo',
    failed: failures.agents,
    addContext: 'Falha ao associar agentes',
    removeContext: 'Falha ao desassociar agentes',
  },

  limits: {
    title: 'Limites',
    line: (group: string) => `Grupo ${group}. O orçamento é de um mês e recomeça no dia 1º.`,
    perPerson: 'Limite por pessoa (tokens por mês)',
    perPersonHint: 'Em branco: o do plano. O que cada pessoa compra continua valendo.',
    budget: 'Orçamento do grupo',
    kinds: { none: 'Nenhum', tokens: 'Tokens', brl: 'R$' },
    amounts: { tokens: 'Tokens por mês', brl: 'R$ por mês' },
    atEnd: 'Ao chegar ao fim',
    ends: { warn: 'Avisar', stop: 'Impedir novas perguntas' },
    notify: 'Avisar',
    notifyLine: 'Um e-mail em 80%, 95% e 100% do orçamento, a até 5 pessoas.',
    search: 'Buscar pessoas por nome ou e-mail…',
    nobody: 'Ninguém encontrado',
    add: (name: string) => `Avisar ${name}`,
    drop: (name: string) => `Não avisar mais ${name}`,
    used: (used: string, whole: string, percent: number) => `${used} de ${whole} (${percent} %)`,
    usedNone: (tokens: string, cost: string) => `Neste mês: ${tokens} tokens, ${cost}.`,
    bar: 'Orçamento usado neste mês',
    byUse: 'Quem mais usou neste mês',
    percent: (percent: number) => (percent < 1 ? 'menos de 1%' : `${percent}%`),
    tokens: (written: string) => `${written} tokens`,
    wrongTokens: 'Informe um número inteiro de tokens.',
    wrongMoney: 'Informe um valor em reais, como 800,00.',
    people: (count: string, one: boolean) => `${count} ${one ? 'pessoa' : 'pessoas'}`,
    over: (used: string, people: string, one: boolean, date: string) =>
      `Já foram usados ${used}: ${people} não ${one ? 'poderá' : 'poderão'} perguntar até ${date}.`,
    overYes: 'Salvar assim',
    onlyRead: 'Só superadmins mudam os limites.',
    save: 'Salvar limites',
    saving: 'Salvando…',
    failed: 'Falha ao salvar os limites',
    loading: 'Carregando os limites…',
    loadFailed: 'Falha ao carregar os limites',
    peopleFailed: 'Falha ao buscar usuários',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
