/** The list of agents and the frame of one agent; English where the specification speaks English. */
import { tagMessages } from '#contract/tags.ts';
import { counted } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';
import { pt } from './texts-pt.ts';

const mixed = {
  title: 'Agents',
  line: 'Cada agente responde do que lê: documentos, tabelas ou os dois. As pessoas o escolhem no chat.',
  search: 'Search agents',
  filterByTags: 'Filter by Tags',
  clearFilters: 'Clear Filters',
  manageTags: 'Manage Tags',
  importAgent: 'Import',
  newAgent: 'New Agent',
  list: 'Agents',
  deployed: 'Deployed',
  draft: 'Draft',
  noDescription: 'No description',
  created: 'Created',
  updated: 'Updated',
  loadMore: 'Load More',
  loadFailed: 'Falha ao carregar agentes',
  none: 'No Agents Yet',
  noneLine: 'Create your first agent to get started',
  noMatch: 'No matching agents found',
  noMatchLine: 'Try adjusting your search terms or filters',

  candidate: {
    test: 'Testar',
    difference: 'Ver diferença',
    title: 'O que muda ao publicar',
    line: 'As mudanças que esperam, ao lado do que as pessoas recebem agora.',
    legend: 'Riscado: o que vale agora. Marcado: o que vale depois de publicar.',
    loadFailed: 'Falha ao carregar a diferença',
  },

  create: {
    line: 'It starts as a draft that only administrators can try.',
    lineWithBase: (base: string) =>
      `It starts as a draft that only administrators can try, and reads the knowledge base «${base}» already.`,
    name: 'Name',
    description: 'Description',
    descriptionHint: 'Optional. What people read when they choose an agent.',
    cancel: 'Cancel',
    submit: 'Create Agent',
    submitting: 'Creating...',
    failed: 'Falha ao criar agente',
  },

  import: {
    busy: 'Importing...',
    failed: 'The agent could not be imported',
    notAnAgent: 'This file does not hold an exported agent.',
    tooLarge: 'This file is larger than 1 MB. An exported agent never is.',
    done: (name: string) => `«${name}» was imported as a draft`,
    complete: 'Everything it used was found here.',
    missing: 'These were not found here, so it does without them:',
    leftOut: 'These reserve models cannot be used here, so they were left out:',
    open: 'Open agent',
    close: 'Stay on the list',
  },

  page: {
    neverChecked: 'Este agente já pode ser experimentado.',
    neverCheckedLine: 'Pergunte algo que as fontes respondem e guarde a pergunta como verificação.',
    readsNothing: 'Este agente ainda não tem de onde responder.',
    readsNothingLine: 'Dê a ele uma base com documentos ou uma fonte com uma tabela.',
    giveBase: 'Dar uma base',
    giveSource: 'Dar uma tabela',
    back: 'Back',
    notFound: 'Agent not found',
    notFoundLine: 'It may have been deleted, or the address is not complete.',
    toList: 'Back to agents',
    loadFailed: 'Falha ao carregar detalhes do agente',
    tabs: 'Agent',
    configuration: 'Configuration',
    knowledge: 'Knowledge Base',
    dataSources: 'Data Sources',
    test: 'Test Agent',
    deploy: 'Deploy',
    deploying: 'Deploying...',
    ask: 'Perguntar no chat',
    undeploy: 'Undeploy',
    undeploying: 'Undeploying...',
    deployFailed: 'Falha ao alterar status de implantação',
    spending: {
      range: 'Last 30 days:',
      none: 'Last 30 days: no tokens spent',
      tokens: (tokens: string, calls: number, written: string) =>
        `${tokens} tokens in ${calls === 1 ? '1 model call' : `${written} model calls`}`,
      unpriced: (calls: number, written: string) =>
        calls === 1 ? '1 call without a price' : `${written} calls without a price`,
    },
    more: 'More actions',
    duplicate: 'Duplicate',
    duplicateFailed: 'The agent could not be duplicated',
    export: 'Export',
    exportFailed: 'The agent could not be exported',
    remove: 'Delete',
    removing: 'Deleting...',
    removeLabel: 'Delete agent',
    confirmRemove: 'Are you sure you want to delete this agent? This action cannot be undone.',
    /** The people and groups that lose the agent. */
    affected: (people: number, groups: number) =>
      groups === 0
        ? 'No user group has access to it.'
        : `${counted(people, 'person', 'people')} in ${counted(groups, 'user group', 'user groups')} will lose access to it. Their conversations stay readable.`,
    removeFailed: 'Falha ao excluir agente',
    cancel: 'Cancel',
  },

  access: {
    seenBy: (count: number) =>
      count === 0 ? 'No user group has access' : `Access: ${counted(count, 'user group', 'user groups')}`,
    search: 'Search user groups',
    noMatch: 'No matching user groups',
    nobody: 'This agent is deployed but no user group has access to it yet.',
    give: 'Give a group access',
    done: (groups: string[]) =>
      `People in ${new Intl.ListFormat('en', { type: 'conjunction' }).format(groups)} have access to this agent now.`,
    change: 'Change',
    invite: 'Invite people',
    allGroups: 'See all user groups',
    title: (agent: string) => `Who has access to ${agent}`,
    line: 'Switch on the groups of people who may ask it. Each change works at once.',
    newcomers: 'people who sign up begin in this group',
    list: 'User groups',
    people: (count: number) => counted(count, 'person', 'people'),
    none: 'No user groups yet',
    along: (groups: string[]) =>
      `${new Intl.ListFormat('en', { type: 'conjunction' }).format(groups)} was switched on too.`,
    alongLine: (group: string) =>
      `Subscribing moves people there from ${group}. Without it they would lose this agent by paying.`,
    close: 'Done',
    loadFailed: 'The user groups could not be loaded',
    loadContext: 'Falha ao buscar grupos de usuários',
    failed: 'The access could not be changed',
    context: 'Falha ao associar agentes',
  },

  tags: {
    title: 'Tags',
    line: 'People find agents by them.',
    newTag: 'New tag',
    nameMissing: tagMessages.empty,
    newTagHint: 'Type a name and press Enter.',
    list: 'All tags',
    none: 'No Tags Yet',
    noneLine: 'Create the first one above.',
    used: (count: number) => counted(count, 'agent', 'agents'),
    rename: (name: string) => `Rename ${name}`,
    renameField: (name: string) => `New name for ${name}`,
    save: 'Save name',
    cancel: 'Cancel',
    remove: (name: string) => `Delete ${name}`,
    confirmRemove: 'Tem certeza que deseja excluir esta tag? Isso a removerá de todos os agentes.',
    confirmLabel: 'Delete',
    close: 'Done',
    loadFailed: 'Falha ao buscar tags',
    createFailed: 'Falha ao criar tag',
    renameFailed: 'Falha ao renomear tag',
    removeFailed: 'Falha ao excluir tag',
    addFailed: 'Falha ao adicionar tag ao agente',
    takeFailed: 'Falha ao remover tag do agente',
    onAgent: 'Tags',
    noneOnAgent: 'This agent has no tags.',
    add: 'Add a tag',
    addHint: 'Choose one, or type a new name and press Enter.',
    takeFrom: (name: string) => `Remove tag ${name}`,
    others: 'Tags to add',
  },
} as const;

export const texts: Same<typeof mixed, typeof pt, typeof en> =
  __LANGUAGE__ === 'en' ? en : __LANGUAGE__ === 'pt-BR' ? pt : mixed;
