import { describe, expect, test } from 'vitest';
import { linesAt, type PdfText, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { extract } from '../extract.ts';

const read = async (...pages: PdfText[][]) => extract(pdfOf(pages), 'pdf');
const textOf = async (...pages: PdfText[][]) => (await read(...pages)).text;
const problemOf = (bytes: Buffer) => extract(bytes, 'pdf').catch(({ problem }) => problem);

const LEFT = [
  'Na primeira coluna fala-se de férias e de',
  'licenças do servidor que trabalha em regi-',
  'me integral e que se encontra em exercício',
  'na capital ou no interior do estado, con-',
  'forme o que dispõe a lei complementar.',
];
const RIGHT = [
  'Na segunda coluna fala-se de multas e dos',
  'juros de mora que paga quem recolhe o tri-',
  'buto depois do vencimento, na forma e no',
  'prazo que o regulamento estabelece para as',
  'empresas inscritas no cadastro estadual.',
];

describe('a page', () => {
  test('is read with the letters of Portuguese, its lines put together to paragraphs', async () => {
    const text = await textOf([
      ...linesAt(['Ação, coração, pinguim, às três — “não” é exceção', 'e continua na linha de baixo.']),
      ...linesAt(['Outro parágrafo começa depois de um espaço maior.'], { y: 130 }),
    ]);
    expect(text).toBe(
      'Ação, coração, pinguim, às três — “não” é exceção e continua na linha de baixo.\n\nOutro parágrafo começa depois de um espaço maior.',
    );
  });

  test('of two columns is read one column after the other, with what spans them before', async () => {
    const text = await textOf([
      { text: 'Um título que atravessa as duas colunas da página', x: 72, y: 60, size: 18 },
      ...linesAt(LEFT, { y: 100 }),
      ...linesAt(RIGHT, { x: 320, y: 100 }),
    ]);
    expect(text).toBe(
      [
        '# Um título que atravessa as duas colunas da página',
        'Na primeira coluna fala-se de férias e de licenças do servidor que trabalha em regime integral e que se encontra em exercício na capital ou no interior do estado, conforme o que dispõe a lei complementar.',
        'Na segunda coluna fala-se de multas e dos juros de mora que paga quem recolhe o tributo depois do vencimento, na forma e no prazo que o regulamento estabelece para as empresas inscritas no cadastro estadual.',
      ].join('\n\n'),
    );
  });

  test('with a table without rules is read row by row, each with the names of its columns', async () => {
    const rows = [
      ['Cargo', 'Lotação', 'Salário'],
      ['Analista', 'Recife', 'R$ 5.000'],
      ['Técnico', 'Natal', 'R$ 3.000'],
      ['Auditor', 'Olinda', 'R$ 9.000'],
      ['Perito', 'Belém', 'R$ 8.000'],
    ];
    const cells = rows.flatMap((row, line) =>
      row.map((text, column) => ({ text, x: 72 + column * 150, y: 100 + line * 14 })),
    );
    const [names = [], ...people] = rows;
    expect(await textOf(cells)).toBe(
      people
        .map((row) => `- ${row.map((cell, column) => `${names[column]}: ${cell}`).join('; ')}`)
        .join('\n'),
    );
  });

  test('joins words that are hyphenated at the end of a line, but for hyphens of their own', async () => {
    const text = await textOf(
      linesAt(['A infor-', 'mação encontra-', 'se no guarda-', 'Roupa e no AB-', '12.']),
    );
    expect(text.replaceAll('\n', ' ')).toBe('A informação encontra-se no guarda- Roupa e no AB- 12.');
  });

  test('keeps items of a list each on its line, and raised numbers at their word', async () => {
    const text = await textOf([
      ...linesAt(['São documentos exigidos:', '• certidão negativa', '• contrato social', 'conforme a lei']),
      { text: '1', x: 72 + 71, y: 110, size: 7 },
    ]);
    expect(text).toMatch(
      /^São documentos exigidos:\n• certidão negativa\n• contrato social conforme a lei ?1$/,
    );
  });
});

describe('headings in letters of the body', () => {
  const HOURS = ['A padaria abre de segunda a sábado, das 6h às 20h. Aos domingos abre', 'das 7h às 13h.'];
  const EXCHANGE = [
    'O cliente pode trocar o produto em até 24 horas depois da compra, com a',
    'nota fiscal.',
  ];
  const [hours, exchange] = [HOURS.join(' '), EXCHANGE.join(' ')];

  test.each([
    ['Horário', 'Trocas e devoluções'],
    ['1. Horário', '2. Trocas e devoluções'],
  ])('are set apart from their text: %s', async (first, second) => {
    expect(await textOf(linesAt(['Regulamento da padaria', first, ...HOURS, second, ...EXCHANGE]))).toBe(
      ['# Regulamento da padaria', `## ${first}`, hours, `## ${second}`, exchange].join('\n\n'),
    );
  });

  test('stand under each other as their numbers say', async () => {
    expect(await textOf(linesAt(['2. Vendas', '2.1 Trocas', ...EXCHANGE, '2.2 Horário', ...HOURS]))).toBe(
      ['# 2. Vendas', '## 2.1 Trocas', exchange, '## 2.2 Horário', hours].join('\n\n'),
    );
  });

  test('are not made of lists, addresses, signatures or ends of sentences', async () => {
    const lines = [
      'A secretaria pede os documentos que seguem, e os recebe pela manhã:',
      '1. Certidão negativa',
      '2. Contrato social',
      'João da Silva',
      'Diretor de Compras',
      'Rua das Flores, 12',
    ];
    expect(await textOf(linesAt(lines))).not.toContain('#');
    expect(
      await textOf(
        linesAt(['O prazo para apresentar o recurso contra a decisão da', 'Comissão de Ética', ...HOURS]),
      ),
    ).not.toContain('#');
  });
});

describe('pages', () => {
  const body = (page: number) =>
    linesAt([
      `Na página ${page} trata-se do assunto número ${page * 7}.`,
      'Há sempre mais uma linha de texto.',
    ]);
  const withFrame = (page: number) => [
    { text: 'Câmara Municipal de Olinda', x: 200, y: 30, size: 9 },
    ...body(page),
    { text: `Página ${page} de 6`, x: 260, y: 810, size: 9 },
  ];

  test('lose running heads and numbers; the head is read once', async () => {
    const { text, pages } = await read(...[1, 2, 3, 4, 5, 6].map(withFrame));
    expect(pages).toBe(6);
    expect(text.match(/Câmara Municipal/g)).toHaveLength(1);
    expect(text).not.toMatch(/Página \d de 6/);
    expect(text.split('\f').map((page) => /assunto número (\d+)/.exec(page)?.[1])).toEqual(
      [7, 14, 21, 28, 35, 42].map(String),
    );
  });

  test('lose a foot in which the number of the page stands among others, even close below a full page', async () => {
    const foot = (page: number, y: number) => ({
      text: `Resolução nº 88, de 3 de maio de 2023 — página ${page} de 4`,
      x: 150,
      y,
      size: 9,
    });
    const full = linesAt(
      Array.from({ length: 50 }, (_, line) => `Linha ${line * 3} de uma página cheia de texto.`),
    );
    const opened = (page: number) =>
      linesAt([1, 2, 3, 4].map((line) => `Da página ${page}, a frase ${line * 5}.`));
    const last = Math.max(...full.map(({ y }) => y)) + 15;
    const { text } = await read(
      [...opened(1), foot(1, last)],
      [...full, foot(2, last)],
      [...opened(3), foot(3, last)],
      [...opened(4), foot(4, last)],
    );
    expect(text).not.toContain('página 2 de 4');
    expect(text).not.toContain('Resolução');
    expect(text).toContain('Linha 147');
  });

  test('join a paragraph that goes on at the top of the next column', async () => {
    const column = (x: number, rows: string[]) => linesAt(rows, { x });
    const left = Array.from({ length: 14 }, (_, line) => `Coluna da esquerda, frase ${line + 1}.`);
    const right = Array.from({ length: 14 }, (_, line) => `Coluna da direita, frase ${line + 1}.`);
    const text = await textOf([
      ...column(50, [...left, 'O prazo de entrega do livro é de']),
      ...column(330, ['quinze dias, e pode ser renovado.', ...right]),
    ]);
    expect(text).toContain('O prazo de entrega do livro é de quinze dias, e pode ser renovado.');
  });

  test('keep numbers that only look as if they counted pages', async () => {
    const text = await textOf(
      ...[40, 12, 97, 55].map((value, page) => [...body(page), { text: String(value), x: 300, y: 810 }]),
    );
    for (const value of [40, 12, 97, 55]) expect(text).toMatch(new RegExp(`^${value}$`, 'm'));
  });

  test('do not tear a paragraph that goes over from one to the next', async () => {
    const text = await textOf(
      linesAt(['O prazo para apresentar o recurso é de']),
      linesAt(['cinco dias úteis.']),
      linesAt(['Outra frase.']),
    );
    expect(text).toBe('O prazo para apresentar o recurso é de\fcinco dias úteis.\n\fOutra frase.');
  });

  test('without text are counted; without any the file is scanned, or blank when it shows no picture', async () => {
    expect(await read(body(1), [], body(3), [])).toMatchObject({ pages: 4, pages_without_text: 2 });
    expect(await problemOf(pdfOf([[], []], { pictures: true }))).toBe('file_scanned');
    expect(await problemOf(pdfOf([[], []]))).toBe('file_without_text');
  });

  test('of more than five thousand are refused before the first of them is read', async () => {
    const pages = Array.from({ length: 5_001 }, () => linesAt(['Oi.']));
    expect(await problemOf(pdfOf(pages))).toBe('file_too_many_pages');
  });
});

describe('a file', () => {
  const whole = pdfOf([linesAt(['Texto.']), linesAt(['Mais texto.'])]);

  test('that asks for a password says so', async () => {
    expect(await problemOf(pdfOf([linesAt(['Oi.'])], { encrypted: true }))).toBe('file_encrypted');
  });

  test('that was cut off anywhere, or is another thing, is refused as corrupt', async () => {
    for (let length = 0; length < whole.length - 7; length += 40)
      expect(await problemOf(whole.subarray(0, Math.max(1, length))), `${length} bytes`).toBe('file_corrupt');
    expect(await problemOf(Buffer.from('%PDF-1.7\nlixo\n%%EOF'))).toBe('file_corrupt');
  });
});
