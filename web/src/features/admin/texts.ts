/** Words that several screens of the administration share. */
import type { PersonalDataKind, PersonalDataMode } from '#contract/personal-data.ts';
import type { Role } from '#contract/users.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const rolesPt: Record<Role, string> = {
  user: 'usuário',
  admin: 'administrador',
  user_td: 'usuário TD',
  superadmin: 'superadmin',
};

/** The specification of the administration has the codes. */
const codes: Record<Role, string> = {
  user: 'user',
  admin: 'admin',
  user_td: 'user_td',
  superadmin: 'superadmin',
};

const isPortuguese = __LANGUAGE__ === 'pt-BR';

const pt = {
  roles: isPortuguese ? rolesPt : codes,
  model: isPortuguese ? 'Modelo' : 'Model',
  modelsFailed: isPortuguese
    ? 'O catálogo de modelos não pôde ser carregado'
    : 'The model catalogue could not be loaded',
  people: {
    found: 'Pessoas encontradas',
    nobody: 'Ninguém encontrado',
    failed: 'Falha ao buscar usuários',
  },
  personalData: {
    kinds: {
      cpf: 'CPF',
      cnpj: 'CNPJ',
      pis: 'PIS/NIS',
      cns: 'CNS (cartão do SUS)',
      card: 'Cartão de pagamento',
      email: 'E-mail',
      phone: 'Telefone',
    } satisfies Record<PersonalDataKind, string>,
    modes: {
      allow: 'Permitir',
      warn: 'Avisar',
      mask: 'Mascarar',
      block: 'Bloquear',
    } satisfies Record<PersonalDataMode, string>,
    /** The effect of each rule on a text. */
    modeLines: {
      allow: 'Os textos saem como estão.',
      warn: 'Quem pergunta é avisado e escolhe: enviar assim mesmo ou trocar por marcas.',
      mask: 'Cada dado é trocado por uma marca, como [CPF 1], e volta ao lugar na resposta.',
      block: 'A pergunta com dados pessoais é recusada; nos documentos eles são trocados por marcas.',
    } satisfies Record<PersonalDataMode, string>,
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
