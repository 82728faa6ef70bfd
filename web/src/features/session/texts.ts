export const texts = {
  loadFailed: 'Falha ao carregar dados do usuário',
  loadContext: 'Falha ao buscar perfil do usuário',
  signOut: 'Sair',
} as const;
