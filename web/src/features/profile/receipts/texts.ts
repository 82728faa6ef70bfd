import { counted } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
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
  links: {
    title: 'Links de conversas',
    line: 'Conversas que você mostra dentro da organização.',
    loadFailed: 'Falha ao carregar os links',
    empty: 'Nenhum link. Crie um em «⋯», em uma conversa.',
    until: (date: string) => `até ${date}`,
    openings: (openings: number) => counted(openings, 'abertura', 'aberturas'),
    end: 'Encerrar',
    endOf: (title: string) => `Encerrar o link de ${title}`,
    endFailed: 'Falha ao encerrar o link',
    done: (title: string) => `O link de ${title} foi encerrado.`,
  },
};

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
