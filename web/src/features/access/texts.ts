import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  tab: 'Acesso',
  line: 'Como as pessoas entram nesta instalação.',
  tabs: 'Partes do acesso',
  scim: 'SCIM',
  factor: {
    title: 'Segundo fator',
    line: 'Quem tem um destes perfis precisa de verificação em duas etapas para usar o Prosa.',
    roles: 'Perfis obrigados',
    with: (some: string, all: string, one: boolean) =>
      one ? `${some} de ${all} pessoa tem segundo fator` : `${some} de ${all} pessoas têm segundo fator`,
    passkeys: 'Chaves do dispositivo permitidas',
    passkeysLine: 'Pessoas podem entrar com a digital, o rosto ou o PIN do aparelho, ou com uma chave USB.',
    passwordLink: 'Senha atrás de um link na entrada',
    passwordLinkLine:
      'Onde há botões de provedores, a tela de entrada mostra «Entrar com senha» no lugar do formulário.',
    grace: 'Dias de carência',
    graceHint: 'De 0 a 90. Contam de quando a regra passa a valer para a pessoa.',
    graceWrong: 'Informe de 0 a 90 dias.',
    save: 'Salvar',
    saving: 'Salvando…',
    saved: 'Salvo',
    saveFailed: 'Falha ao salvar a regra de acesso',
    loading: 'Carregando a regra de acesso…',
    loadFailed: 'Falha ao carregar a regra de acesso',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
