import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  search: 'Buscar por nome ou e-mail',
  refresh: 'Atualizar',
  loaded: (shown: string, total: string) => `${shown} de ${total}`,
  list: 'Usuários',
  loadMore: 'Carregar mais',
  none: 'Nenhum usuário ainda',
  noneLine: 'Quem se cadastrar aparece aqui.',
  noMatch: 'Nenhum usuário encontrado',
  noMatchLine: 'Confira o nome ou o e-mail, ou busque por uma parte deles.',
  columns: {
    name: 'Nome',
    role: 'Perfil',
    status: 'Status',
    group: 'Grupo',
    tokens: 'Tokens',
    lastLogin: 'Último acesso',
  },
  active: 'Ativo',
  inactive: 'Inativo',
  noGroup: 'Sem grupo',
  never: 'Nunca',
  you: 'Você',
  unverified: 'E-mail não verificado',
  approval: { waiting: 'Espera aprovação', refused: 'Cadastro recusado' },
  statusOf: (name: string) => `Status de ${name}`,
  roleOf: (name: string) => `Perfil de ${name}`,
  tokensOf: (name: string) => `Tokens de ${name}`,
  tokensUsed: (used: string, limit: string) => `${used} de ${limit} tokens`,
  promote: (name: string, role: string) => `Dar a ${name} o perfil ${role}?`,
  adminMay: 'Administradores veem e mudam pessoas, grupos, agentes e bases.',
  superadminMay:
    'Superadmins podem tudo o que administradores podem e também dão e tiram perfis, inclusive o seu.',
  promoteLabel: 'Alterar perfil',
  withFactor: 'Com segundo fator',
  resetFactor: 'Redefinir',
  resetFactorOf: (name: string) => `Redefinir o segundo fator de ${name}`,
  reset: {
    text: (name: string) => `Redefinir o segundo fator de ${name}?`,
    detail: (name: string) =>
      `${name} entra da próxima vez só com a senha e recebe um e-mail. Todos os acessos são encerrados.`,
    label: 'Redefinir',
    failed: 'Falha ao redefinir o segundo fator',
  },
  rolesLocked: 'Apenas superadmins podem alterar perfis',
  own: 'Você não pode desativar a própria conta.',
  protected: 'Apenas superadmins podem alterar outro superadmin.',

  loadFailed: 'Falha ao carregar usuários',
  loadContext: 'Falha ao buscar usuários',
  statusFailed: 'Falha ao atualizar status do usuário',
  roleFailed: 'Falha ao atualizar cargo do usuário',
  roleContext: 'Falha ao alterar perfil do usuário',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
