export const texts = {
  currentPassword: 'Senha atual',
  currentMissing: 'Confirme sua senha atual.',
  loadFailed: 'Falha ao carregar dados do usuário',
  loadContext: 'Falha ao buscar perfil do usuário',
  signOut: 'Sair',
} as const;
