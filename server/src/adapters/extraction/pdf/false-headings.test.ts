/** Lines in large letters that head nothing: covers, examples of typesetting, notes of music, sentences among code. */
import { expect, test } from 'vitest';
import { linesAt, type PdfText, type PdfWishes, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { passagesOf } from '../../../features/knowledge/passages/chunks.ts';
import { extract } from '../extract.ts';

const PROSE = [
  'O servidor que pedir a licença por motivo de saúde junta o atestado do médico que o trata e',
  'espera a perícia, que se realiza em até cinco dias úteis na sede do instituto ou na unidade',
  'regional mais próxima de onde trabalha.',
];

async function sectionsOf(pages: PdfText[][], wishes: PdfWishes = {}): Promise<string[]> {
  const { text } = await extract(pdfOf(pages, wishes), 'pdf');
  const parts = passagesOf(text, { fileType: 'pdf' }).flatMap(({ section }) => section.split(' › '));
  return [...new Set(parts)].filter(Boolean);
}

const large = (text: string, y: number, size = 16): PdfText[] => linesAt([text], { y, size });
const page = (title: string, y = 80): PdfText[] => [...large(title, y), ...linesAt(PROSE, { y: y + 30 })];

test('covers head their file with their largest letters only', async () => {
  const cover = (year: string) => [
    ...large('Equipe de Redação', 80, 14),
    ...large('Modelo de relatório técnico', 200, 22),
    ...large(`Brasil ${year}`, 500, 14),
  ];
  expect(await sectionsOf([cover('2018, v-1.9.7'), cover('2018'), page('1 Prazos')])).toEqual([
    'Modelo de relatório técnico',
    '1 Prazos',
  ]);
});

test('the author and the day below the title of an article head nothing, whichever stands last', async () => {
  for (const last of ['Carlos A. P. Campani', 'Fevereiro, 2018', '2019-01-16 versão 2'])
    expect(await sectionsOf([[...large('Tutorial de diagramas', 60, 24), ...page(last, 110)]])).toEqual([
      'Tutorial de diagramas',
    ]);
});

test('notes of music, items and lines that go on are no headings', async () => {
  for (const text of ['mf 5', '– Servidor de impressão', 'espaço vertical equivalente ao anterior'])
    expect(await sectionsOf([page('1 Prazos'), page(text)])).toEqual(['1 Prazos']);
});

test('sentences among the code of a manual head nothing, though they are larger', async () => {
  const code = Array.from({ length: 14 }, (_, line) => `\\def\\parte${line}{valor ${line}}`);
  const listing = [
    ...large('Apêndice B', 60),
    ...linesAt(['A instrução da página põe o número no alto'], { y: 90, size: 12 }),
    ...linesAt(code, { y: 112, size: 9, pitch: 11, font: 'mono' }),
  ];
  expect(await sectionsOf([listing, listing.map((text) => ({ ...text }))])).not.toContain(
    'A instrução da página põe o número no alto',
  );
});

test('where bookmarks are the outline, other lines head a section in such letters only', async () => {
  const titles = ['Prazos', 'Recursos', 'Multas', 'Licenças', 'Férias'];
  const bookmarks = titles.map((title, place) => ({ title, page: place, y: 70 }));
  const pages = titles.map((title, place) => [
    ...page(title),
    ...(place === 2 ? [...large('Letra enorme', 300, 40), ...linesAt(PROSE, { y: 340 })] : []),
    ...(place === 3 ? page('Licença especial', 300) : []),
  ]);
  expect(await sectionsOf(pages, { bookmarks })).toEqual([
    'Prazos',
    'Recursos',
    'Multas',
    'Licenças',
    'Licença especial',
    'Férias',
  ]);
});

test('what a drawing says that the page includes heads nothing, in large letters or as a part of a law', async () => {
  const poster = [
    ...large('Feira de ciências', 420, 30),
    ...large('Parte 1', 470, 18),
    ...linesAt(PROSE, { y: 500 }),
  ];
  const titles = ['Prazos', 'Recursos', 'Multas', 'Licenças', 'Férias', 'Perícia'];
  const sections = titles.map((title, place) => page(title, 80 + 100 * (place % 3)));
  const pages = [sections.slice(0, 3).flat(), sections.slice(3).flat()];
  expect(await sectionsOf(pages)).toEqual(titles);
  expect(await sectionsOf(pages, { figures: [poster] })).toEqual(titles);
});

test('a file whose pages are drawings of another keeps its headings', async () => {
  const drawn = ['Prazos', 'Recursos'].map((title) => page(title));
  expect(await sectionsOf([[], []], { figures: drawn })).toEqual(['Prazos', 'Recursos']);
});

test('the titles of scores head nothing', async () => {
  const score: PdfText[] = [
    ...linesAt(['Jesu, meine Freude'], { y: 200, size: 18, font: 'score' }),
    ...linesAt(['mi fá sol'], { y: 240, size: 20, font: 'notes' }),
    ...linesAt(['Alegria do meu coração, pasto e prazer de quem espera.'], { y: 270, font: 'score' }),
  ];
  expect(
    await sectionsOf([[...page('Música clássica'), ...score], page('Música antiga'), page('Tablatura')]),
  ).toEqual(['Música clássica', 'Música antiga', 'Tablatura']);
});
