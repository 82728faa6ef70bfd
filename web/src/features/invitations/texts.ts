import type { InvitationOutcome, InvitationState } from '#contract/invitations.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Convites',
  line: 'Cada pessoa recebe um link por e-mail, que vale 7 dias e serve uma única vez.',
  invite: 'Convidar',
  search: 'Buscar por e-mail',
  list: 'Convites',
  columns: {
    email: 'E-mail',
    group: 'Grupo',
    sent: 'Enviado em',
    expires: 'Vale até',
    state: 'Estado',
    actions: 'Ações',
  },
  states: {
    open: 'Enviado',
    accepted: 'Aceito',
    expired: 'Vencido',
    withdrawn: 'Retirado',
  } satisfies Record<InvitationState, string>,
  waiting: 'Na fila',
  defaultGroup: 'Grupo padrão',
  resend: 'Reenviar',
  resendTo: (email: string) => `Reenviar o convite de ${email}`,
  resent: (email: string) => `Convite reenviado para ${email}. O link anterior não vale mais.`,
  withdraw: 'Retirar',
  withdrawFrom: (email: string) => `Retirar o convite de ${email}`,
  withdrawQuestion: (email: string) => `Retirar o convite de ${email}?`,
  withdrawLine: 'O link que a pessoa recebeu deixa de valer.',
  none: 'Nenhum convite em aberto',
  noneLine: 'Convide pessoas pelo e-mail: elas escolhem a senha e já entram no grupo certo.',
  noMatch: 'Nenhum convite encontrado',
  loadMore: 'Carregar mais',
  loading: 'Carregando convites…',
  loadFailed: 'Falha ao carregar convites',
  resendFailed: 'Falha ao reenviar o convite',
  withdrawFailed: 'Falha ao retirar o convite',

  /** Where no e-mails are sent. */
  handed: {
    line: 'Esta instalação não envia e-mails: copie o link de cada convite e mande-o à pessoa. Ele vale 7 dias e serve uma única vez.',
    sent: 'Link feito em',
    state: 'Em aberto',
    waiting: 'Sem link ainda',
    copy: 'Copiar link',
    copyOf: (email: string) => `Copiar link do convite de ${email}`,
    copied: 'Link copiado',
    linkOf: (email: string) => `Link de ${email}`,
    newLinkOf: (email: string) => `Link de ${email}. O anterior não vale mais.`,
    failed: 'Falha ao fazer o link do convite',
    submitNone: 'Criar convites',
    submit: (count: string, one: boolean) => (one ? `Criar ${count} convite` : `Criar ${count} convites`),
    submitting: 'Criando…',
    resultsTitle: (made: string, one: boolean) =>
      one ? `${made} convite criado` : `${made} convites criados`,
    resultsNone: 'Nenhum convite criado',
    made: 'criado',
    mailbox: 'As mensagens ficam na',
  },
  /** Where colleagues cannot open the links. */
  unreachable: {
    title: 'Os links só abrem neste computador',
    line: (origin: string) =>
      `Eles começam com ${origin}. Para que colegas os abram, defina APP_URL com o endereço pelo qual as pessoas chegam ao Prosa, HOST=0.0.0.0 se for na rede local, e reinicie.`,
    letters:
      'APP_URL não está definida: os links dos e-mails começam com localhost e só abrem na máquina do Prosa. Defina-a com o endereço pelo qual as pessoas chegam, e reinicie.',
  },

  form: {
    title: 'Convidar pessoas',
    emails: 'E-mails',
    emailsHint:
      'Um por linha, ou separados por vírgula ou ponto e vírgula. De «Nome <e-mail>» fica só o e-mail: o nome, cada pessoa escreve ao aceitar.',
    count: (count: string, one: boolean) => (one ? `${count} e-mail` : `${count} e-mails`),
    noAddress: 'Nenhum e-mail completo aqui. Escreva, por exemplo, ana@exemplo.gov.br.',
    tooMany: (most: string) => `Convide no máximo ${most} pessoas de cada vez.`,
    group: 'Grupo',
    groupsFailed: 'Falha ao carregar os grupos do convite',
    submitNone: 'Enviar convites',
    submit: (count: string, one: boolean) => (one ? `Enviar ${count} convite` : `Enviar ${count} convites`),
    submitting: 'Enviando…',
    failed: 'Falha ao enviar os convites',
    results: 'Resultado por e-mail',
    resultsTitle: (sent: string, one: boolean) =>
      one ? `${sent} convite enviado` : `${sent} convites enviados`,
    resultsNone: 'Nenhum convite enviado',
    resultsLine: 'As mensagens saem em fila, no máximo 60 por minuto.',
    toMailbox: 'caixa de e-mails local',
    close: 'Fechar',
    outcomes: {
      sent: 'enviado',
      has_account: 'já tem conta',
      already_invited: 'já convidado',
      domain_refused: 'domínio recusado',
      invalid: 'inválido',
    } satisfies Record<InvitationOutcome, string>,
  },

  accept: {
    onlyByProvider: (email: string) => `Pessoas com o e-mail ${email} entram com a conta da organização.`,
    tab: 'Convite',
    title: 'Boas-vindas ao Prosa.',
    by: (inviter: string) => `${inviter} convidou você para o Prosa.`,
    byNobody: 'Você foi convidado para o Prosa.',
    email: 'E-mail',
    submit: 'Criar conta e entrar',
    submitting: 'Criando conta…',
    loading: 'Abrindo o convite…',
    context: 'Erro ao abrir o convite',
    failed: 'Erro ao aceitar o convite',
    hasAccount: 'Você já tem conta. Entre para continuar.',
    login: 'Ir para o login',
    signedIn: 'Há uma conta aberta neste navegador.',
    signedInLine: 'O convite é para outra pessoa ou outra conta. Saia desta conta para aceitá-lo.',
    signOut: 'Sair desta conta',
    toChat: 'Voltar ao chat',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
