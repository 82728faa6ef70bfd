export const texts = {
  more: 'Mais ações',
  receipt: 'Comprovante…',
  branch: 'Continuar daqui em outra conversa',
  branchFailed: 'Falha ao abrir a outra conversa',
  leftOut: (count: number) =>
    count === 1
      ? 'A mensagem mais antiga não foi copiada.'
      : `As ${count.toLocaleString('pt-BR')} mensagens mais antigas não foram copiadas.`,
  openBranch: 'Abrir a conversa nova',
  save: { pdf: 'Baixar em PDF', docx: 'Baixar em DOCX', md: 'Baixar em Markdown' },
  saveFailed: 'Falha ao baixar o arquivo',
  conversation: {
    more: 'Opções da conversa',
    save: {
      pdf: 'Baixar conversa em PDF',
      docx: 'Baixar conversa em DOCX',
      md: 'Baixar conversa em Markdown',
    },
    saveFailed: 'Falha ao baixar a conversa',
  },
  dialog: {
    title: 'Comprovante',
    question: 'Incluir a pergunta',
    name: 'Incluir meu nome',
    format: 'Formato do arquivo',
    formats: { pdf: 'PDF', docx: 'DOCX', md: 'Markdown' },
    hint: 'Quem tiver o código poderá ler este texto. A assinatura mostra que o Prosa disse isto; não que seja verdade.',
    submit: 'Gerar comprovante',
    submitting: 'Gerando…',
    failed: 'Falha ao gerar o comprovante',
    done: 'Comprovante gerado. O arquivo começou a ser baixado.',
    code: 'Código',
    copy: 'Copiar código',
    copied: 'Copiado',
    copyFailed: 'Não foi possível copiar. Selecione o código e copie.',
    again: 'Baixar de novo',
    check: 'Abrir a página de conferência',
    close: 'Fechar',
  },
};
