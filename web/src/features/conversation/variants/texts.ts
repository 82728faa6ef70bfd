import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  edit: 'Editar a pergunta',
  editHint: 'Tecla E, ou ↑ com a caixa de pergunta vazia',
  question: 'Pergunta editada',
  sendAgain: 'Enviar de novo',
  cancel: 'Cancelar',
  variant: (index: number, count: number) => `${index} de ${count}`,
  variants: 'Variantes da pergunta',
  previous: 'Variante anterior',
  next: 'Próxima variante',
  chooseFailed: 'Falha ao mostrar a outra variante',
};

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
