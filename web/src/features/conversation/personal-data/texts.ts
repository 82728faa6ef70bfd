import type { Residency } from '#contract/model-sets.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const places = {
  local: 'nesta casa',
  brasil: 'no Brasil',
  exterior: 'no exterior',
} as const satisfies Record<Residency, string>;

const pt = {
  title: 'Dados pessoais na pergunta',
  found: (kinds: string, provider: string, residency: Residency) =>
    `A pergunta tem dados pessoais: ${kinds}. Este agente usa ${provider}, ${places[residency]}.`,
  one: {
    cpf: 'CPF',
    cnpj: 'CNPJ',
    pis: 'PIS/NIS',
    cns: 'CNS',
    card: 'número de cartão',
    email: 'e-mail',
    phone: 'telefone',
  },
  several: {
    cpf: 'CPFs',
    cnpj: 'CNPJs',
    pis: 'PIS/NIS',
    cns: 'CNS',
    card: 'números de cartão',
    email: 'e-mails',
    phone: 'telefones',
  },
  send: 'Enviar assim mesmo',
  mask: 'Trocar por marcas',
  back: 'Voltar e editar',

  local: 'Não sai da casa',
  brasil: 'Processado no Brasil',
  exterior: (provider: string) => `Processado por ${provider} (exterior)`,
  mayLeave: { local: 'Pode sair da casa', brasil: 'Pode sair do Brasil' },
  mayLeaveLine: (own: string, other: string, residency: Residency) =>
    `Quem responde é ${own}. O texto da conversa também pode ir a ${other}, ${places[residency]}: em uma reserva, na leitura de tabelas ou na busca.`,
  localLine: 'O texto da conversa e os trechos encontrados ficam nesta casa.',
  leaves: 'O texto da conversa e os trechos encontrados vão a este provedor.',
  masked: 'CPF e outros dados são trocados por marcas antes de sair.',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
