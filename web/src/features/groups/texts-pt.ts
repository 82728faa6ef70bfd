export const failuresPt = {
  load: 'Falha ao carregar grupos de usuários',
  remove: 'Não foi possível excluir o grupo',
  noGroup: 'Nenhum grupo escolhido',
  prepareUsers: 'Falha ao preparar a adição de usuários',
  prepareAgents: 'Falha ao preparar os agentes do grupo',
  loadAgents: 'Falha ao carregar agentes',
  moreAgents: 'Falha ao carregar mais agentes',
  agents: 'Falha ao atualizar os agentes do grupo',
} as const;
