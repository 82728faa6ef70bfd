import { counted, formatNumber } from '../../../lib/format.ts';

export const en = {
  running: (done: number, pages: number) =>
    `Recognising text: ${formatNumber(done)} of ${counted(pages, 'page', 'pages')}`,
  paused: (done: number, pages: number) =>
    `Paused: ${formatNumber(done)} of ${counted(pages, 'page', 'pages')}`,
  bar: (name: string) => `Text recognition of ${name}`,
  pause: 'Pause',
  pauseOne: (name: string) => `Pause the recognition of ${name}`,
  resume: 'Resume',
  resumeOne: (name: string) => `Resume the recognition of ${name}`,
  start: 'Recognise text',
  startOne: (name: string) => `Recognise the text of ${name}`,
  failed: 'The text recognition could not be changed',
  broken: 'The text recognition failed',
  done: (done: number, pages: number | null) =>
    pages === null
      ? `${counted(done, 'page', 'pages')} by OCR`
      : `${formatNumber(done)} of ${counted(pages, 'page', 'pages')} by OCR`,
  weak: (count: number) => `${formatNumber(count)} with a poor reading`,
  weakHint: 'These pages were read from images of low quality.',

  weakOpen: (name: string) => `Open ${name} at the first page with a poor reading`,

  settings: {
    title: 'Settings',
    line: 'Each switch is for this knowledge base and is saved when it is changed.',
    failed: 'The settings of the knowledge base could not be changed',
    ocr: 'Recognise text on scanned pages',
    ocrLine: (engine: string) => `Takes 2 to 6 seconds a page, in the background. Engine: ${engine}.`,
    ocrOff: 'Text recognition is off on this server.',
    images: 'Keep the image of recognised pages',
    imagesLine: 'About 120 kB a page.',
    validity: 'Track the validity of the documents',
    validityLine: 'For laws, decrees and manuals: answers are for a given day.',
  },
} as const;
