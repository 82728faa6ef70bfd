import { DELETION_DAYS } from '#contract/limits.ts';
import { formatMonths } from '../../../lib/text/figures.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Meus dados',
  line: 'Leve uma cópia, corrija o que está errado ou peça a exclusão da conta.',
  kept: (months: number) => `Conversas sem uso há ${formatMonths(months)} são apagadas, também as fixadas.`,
  export: {
    action: 'Baixar meus dados',
    busy: 'Preparando o arquivo…',
    done: (file: string) => `Arquivo baixado: ${file}`,
    failed: 'Falha ao baixar seus dados',
  },
  correct: {
    action: 'Corrigir nome e telefone',
    title: 'Corrigir nome e telefone',
    line: 'O e-mail é com o que você entra e não muda aqui.',
    name: 'Nome',
    nameMissing: 'O nome é obrigatório.',
    phone: 'Telefone',
    phoneWrong: 'Informe um telefone com DDD.',
    optional: 'Opcional',
    save: 'Salvar',
    saving: 'Salvando…',
    done: 'Dados corrigidos',
    failed: 'Falha ao corrigir seus dados',
  },
  deletion: {
    action: 'Excluir minha conta',
    title: 'Excluir minha conta',
    line: 'Leia o que acontece antes de pedir.',
    what: [
      `A conta é excluída em ${DELETION_DAYS} dias. Até lá você usa o Prosa normalmente e pode desistir.`,
      'Depois disso suas conversas, avaliações, feedbacks, acessos e dados pessoais são apagados e não há como recuperá-los.',
      'Um plano pago é cancelado junto com a conta; o período já pago não é devolvido automaticamente.',
      'Ficam só os totais de uso, sem ligação com você, e os registros de auditoria que a organização precisa manter.',
      'Cópias de segurança feitas antes podem conter seus dados até serem substituídas.',
      'Se quiser guardar algo, baixe seus dados antes.',
    ],
    password: 'Senha atual',
    passwordMissing: 'Confirme sua senha atual.',
    submit: 'Pedir a exclusão',
    submitting: 'Enviando o pedido…',
    failed: 'Falha ao pedir a exclusão da conta',
    due: (moment: string) => `Sua conta será excluída em ${moment}.`,
    dueLine: 'Até lá você pode usar o Prosa normalmente ou desistir.',
    cancel: 'Cancelar a exclusão',
    cancelling: 'Cancelando…',
    cancelFailed: 'Falha ao cancelar a exclusão da conta',
    cancelled: 'Exclusão cancelada. Sua conta continua como estava.',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
