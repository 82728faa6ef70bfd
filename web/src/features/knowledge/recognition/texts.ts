/** Words about scanned pages: how far their recognition is, how they are shown, and the settings of a base. */
import { counted, formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  running: (done: number, pages: number) =>
    `Reconhecendo texto: ${formatNumber(done)} de ${counted(pages, 'página', 'páginas')}`,
  paused: (done: number, pages: number) =>
    `Pausado: ${formatNumber(done)} de ${counted(pages, 'página', 'páginas')}`,
  bar: (name: string) => `Reconhecimento de texto de ${name}`,
  pause: 'Pausar',
  pauseOne: (name: string) => `Pausar o reconhecimento de ${name}`,
  resume: 'Continuar',
  resumeOne: (name: string) => `Continuar o reconhecimento de ${name}`,
  start: 'Reconhecer texto',
  startOne: (name: string) => `Reconhecer texto de ${name}`,
  failed: 'Falha ao mudar o reconhecimento de texto',
  broken: 'O reconhecimento de texto falhou',
  done: (done: number, pages: number | null) =>
    pages === null
      ? `${formatNumber(done)} páginas por OCR`
      : `${formatNumber(done)} de ${counted(pages, 'página', 'páginas')} por OCR`,
  weak: (count: number) => `${formatNumber(count)} com leitura fraca`,
  weakHint: 'Estas páginas foram lidas de imagens com baixa qualidade.',

  weakOpen: (name: string) => `Abrir ${name} na primeira página com leitura fraca`,

  settings: {
    title: 'Ajustes',
    line: 'Cada chave vale para esta base e é salva ao ser mudada.',
    failed: 'Falha ao mudar os ajustes da base',
    ocr: 'Reconhecer texto em páginas digitalizadas',
    ocrLine: (engine: string) => `Leva de 2 a 6 segundos por página, em segundo plano. Motor: ${engine}.`,
    ocrOff: 'O reconhecimento de texto está desligado neste servidor.',
    images: 'Guardar a imagem das páginas reconhecidas',
    imagesLine: 'Cerca de 120 kB por página.',
    validity: 'Controlar a vigência dos documentos',
    validityLine: 'Para leis, decretos e manuais: as respostas valem para um dia.',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
