/** Words that every screen may use. */
export const texts = {
  retry: 'Tentar novamente',
  cancel: 'Cancelar',
  close: 'Fechar',
  back: 'Voltar',
  save: 'Salvar',
  remove: 'Excluir',
  loading: 'Carregando…',
  loadMore: 'Carregar mais',
  clearSearch: 'Limpar busca',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  soon: 'Em breve',
} as const;
