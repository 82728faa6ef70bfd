export const texts = {
  title: 'Comprovantes',
  line: 'Respostas que você assinou para mostrar fora do Prosa.',
  loading: 'Carregando os comprovantes…',
  loadFailed: 'Falha ao carregar os comprovantes',
  empty: 'Nenhum comprovante. Gere um em «⋯», sob uma resposta.',
  gone: 'Texto removido',
  revoked: (date: string) => `Revogado em ${date}`,
  made: (agent: string, date: string) => `${agent}, ${date}`,
  revoke: 'Revogar',
  revokeOf: (code: string) => `Revogar o comprovante ${code}`,
  confirm: (code: string) => `Revogar o comprovante ${code}?`,
  confirmDetail:
    'O texto dele é apagado do Prosa, e quem conferir o código lerá que foi revogado. Não dá para desfazer.',
  revokeFailed: 'Falha ao revogar o comprovante',
  done: (code: string) => `O comprovante ${code} foi revogado.`,
  more: 'Mostrar mais',
};
