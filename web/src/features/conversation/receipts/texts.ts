import { formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  more: 'Mais ações',
  receipt: 'Comprovante…',
  branch: 'Continuar daqui em outra conversa',
  branchFailed: 'Falha ao abrir a outra conversa',
  leftOut: (count: number) =>
    count === 1
      ? 'A mensagem mais antiga não foi copiada.'
      : `As ${formatNumber(count)} mensagens mais antigas não foram copiadas.`,
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
  shareUpTo: 'Compartilhar até aqui…',
  share: {
    open: 'Compartilhar dentro da organização…',
    title: 'Compartilhar dentro da organização',
    upToThis: 'Até esta resposta; o que veio depois não aparece.',
    whole: 'Até a última resposta de agora; o que vier depois não aparece.',
    who: 'Quem pode usar este agente poderá ler as perguntas e as respostas, sem o seu nome. O link termina com a conversa, e você pode encerrá-lo no seu perfil.',
    days: 'Validade',
    daysOf: (days: number) => `${days} dias`,
    make: 'Criar link',
    making: 'Criando…',
    failed: 'Falha ao criar o link',
    nothingYet: 'Esta conversa ainda não tem resposta.',
    made: (date: string) => `Link criado. Vale até ${date}.`,
    address: 'Endereço',
    copy: 'Copiar link',
    copied: 'Copiado',
    copyFailed: 'Não foi possível copiar. Selecione o endereço e copie.',
    close: 'Fechar',
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

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
