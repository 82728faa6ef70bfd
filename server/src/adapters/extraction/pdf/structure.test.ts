import { describe, expect, test } from 'vitest';
import { gridAt, linesAt, type PdfText, type PdfWishes, pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { passagesOf } from '../../../features/knowledge/passages/chunks.ts';
import { extract } from '../extract.ts';

const read = async (pages: PdfText[][], wishes: PdfWishes = {}) => {
  const { text } = await extract(pdfOf(pages, wishes), 'pdf');
  return { text, passages: passagesOf(text, { fileType: 'pdf' }) };
};
const PROSE = [
  'O servidor que pedir a licença por motivo de saúde junta o atestado do médico que o trata e',
  'espera a perícia, que se realiza em até cinco dias úteis na sede do instituto ou na unidade',
  'regional mais próxima de onde trabalha.',
];

describe('headings', () => {
  const section = (title: string, y: number): PdfText[] => [
    ...linesAt([title], { y }),
    ...linesAt(PROSE, { y: y + 20 }),
  ];
  const TITLES = ['1 Licenças', 'Licença de saúde', 'Licença-prêmio', '2 Férias', 'Férias coletivas'];
  const bookmarks = [
    { title: 'Licenças', page: 0, y: 90, depth: 0 },
    { title: 'Licença de saúde', page: 0, y: 190, depth: 1 },
    { title: 'Licença-prêmio', page: 0, y: 290, depth: 1 },
    { title: 'Férias', page: 1, y: 90, depth: 0 },
    { title: 'Férias coletivas', page: 1, y: 190, depth: 1 },
  ];

  test('are those that the bookmarks name, at their depth, in whatever letters (R-DOC-06)', async () => {
    const pages = [TITLES.slice(0, 3), TITLES.slice(3)].map((titles) =>
      titles.flatMap((title, index) => section(title, 100 + index * 100)),
    );
    const { passages } = await read(pages, { bookmarks });
    expect(passages.map(({ section }) => section)).toEqual([
      '1 Licenças',
      '1 Licenças › Licença de saúde',
      '1 Licenças › Licença-prêmio',
      '2 Férias',
      '2 Férias › Férias coletivas',
    ]);
  });

  test('of bookmarks are not guessed from capitals and numbers beside them (R-DOC-06)', async () => {
    const loud = [...section('1 Licenças', 100), ...linesAt(['PROCURE A SECRETARIA'], { y: 180 })];
    const pages = [
      [...loud, ...section('Licença de saúde', 210), ...section('Licença-prêmio', 310)],
      TITLES.slice(3).flatMap((title, index) => section(title, 100 + index * 100)),
    ];
    const moved = bookmarks.map((bookmark, index) =>
      index === 1 || index === 2 ? { ...bookmark, y: bookmark.y + 10 } : bookmark,
    );
    const { text, passages } = await read(pages, { bookmarks: moved });
    expect(text).toContain('PROCURE A SECRETARIA');
    expect(passages.some((passage) => passage.section.includes('PROCURE'))).toBe(false);
  });

  test('of which only some are found do not make an outline that lacks the others', async () => {
    const pages = [[...section('Licença de saúde', 100), ...section('Outra coisa', 200)]];
    const absent = ['Um', 'Dois', 'Três', 'Quatro'].map((title) => ({
      title: `Anexo ${title}`,
      page: 0,
      y: 600,
    }));
    const { passages } = await read(pages, {
      bookmarks: [{ title: 'Licença de saúde', page: 0, y: 90 }, ...absent],
    });
    expect(passages.map(({ section }) => section)).toEqual(['Licença de saúde', 'Outra coisa']);
  });

  test.each([
    [24, 'Regulamento de uso do Auditório', 'Municipal e das salas de reunião'],
    [28, 'Regulamento de uso do Auditório', 'Municipal e das salas de reunião'],
    [32, 'Regulamento de uso do auditório e', 'das salas de reunião do centro'],
  ])(
    'over two lines in the same letters are one heading, %d points apart (R-DOC-07)',
    async (pitch, first, second) => {
      for (const before of [[], linesAt(PROSE, { y: 72 })]) {
        const page: PdfText[] = [
          ...before,
          ...linesAt([first, second], { y: 160, size: 18, pitch }),
          ...linesAt(PROSE, { y: 240 }),
        ];
        const { text } = await read([page]);
        expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([`# ${first} ${second}`]);
        expect(text).not.toMatch(new RegExp(`^${second}`, 'm'));
      }
    },
  );

  test.each([
    ['2 Licenças', '2.1 Licença de saúde', 14],
    ['Licenças', 'Licença de saúde', 14],
    ['Regulamento do auditório', 'Objeto e finalidade', 11],
  ])('that follow each other directly stay two: «%s», «%s» (R-DOC-07)', async (first, second, size) => {
    const page = [
      ...linesAt([first, second], { y: 100, size, pitch: 1.6 * size }),
      ...linesAt(PROSE, { y: 160 }),
    ];
    const { text } = await read([page]);
    const headings = text.split('\n').filter((line) => line.startsWith('#'));
    expect(headings.map((line) => line.replace(/^#+ /, ''))).toEqual([first, second]);
  });

  test('in bold letters stand alone; a bold lead is text (R-DOC-07)', async () => {
    const page: PdfText[] = [
      ...linesAt(PROSE, { y: 100 }),
      ...linesAt(['Da perícia médica oficial'], { y: 170, font: 'bold' }),
      ...linesAt(PROSE, { y: 190 }),
      { text: 'Art. 5º', x: 72, y: 260, font: 'bold' },
      { text: 'O prazo de que trata este capítulo é contado em dias úteis e', x: 115, y: 260 },
      ...linesAt(['não se suspende nas férias.'], { y: 274 }),
    ];
    const { text } = await read([page]);
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual(['# Da perícia médica oficial']);
    expect(text).toContain(
      'Art. 5º O prazo de que trata este capítulo é contado em dias úteis e não se suspende',
    );
  });

  test('in bold letters keep the number that stands before them with a gap (R-DOC-07)', async () => {
    const page: PdfText[] = [
      ...linesAt(PROSE, { y: 100 }),
      { text: '2', x: 72, y: 170, size: 14, font: 'bold' },
      { text: 'Da perícia médica', x: 96, y: 170, size: 14, font: 'bold' },
      ...linesAt(PROSE, { y: 195 }),
    ];
    const { text } = await read([page]);
    expect(text).toContain('# 2 Da perícia médica\n');
  });

  test('are no labels of boxes and no lines with tabs (R-DOC-04)', async () => {
    const page: PdfText[] = [
      ...linesAt(PROSE, { y: 100 }),
      ...linesAt(['NOTA'], { y: 170, font: 'bold' }),
      ...linesAt(['O atestado vale por trinta dias.'], { y: 186 }),
      { text: '9', x: 72, y: 240, font: 'bold' },
      { text: 'SIGKILL', x: 150, y: 240, font: 'bold' },
      ...linesAt(PROSE, { y: 270 }),
    ];
    const { text, passages } = await read([page]);
    expect(text).toContain('NOTA\nO atestado vale por trinta dias.');
    expect(text).toContain('9\tSIGKILL');
    expect(new Set(passages.map(({ section }) => section))).toEqual(new Set(['']));
  });
});

describe('code', () => {
  const CODE = ['# cp a b', '$ if [ -e b ]; then', '      echo ok', '  fi'];
  const page = [
    ...linesAt(PROSE, { y: 100 }),
    ...linesAt(CODE, { y: 170, font: 'mono', size: 9, pitch: 11 }),
    ...linesAt(PROSE, { y: 240 }),
  ];

  test('keeps its lines and their indentation, and its comments are no sections (R-DOC-01, R-DOC-02)', async () => {
    const { text, passages } = await read([page]);
    expect(text).toContain(`\n\`\`\`\n${CODE.join('\n')}\n\`\`\`\n`);
    expect(passages.map(({ content }) => content).join('\n')).toContain(CODE.join('\n'));
    expect(passages.every(({ section }) => section === '')).toBe(true);
  });

  test('is what begins like a heading of Markdown, in whatever letters (R-DOC-01)', async () => {
    const { text, passages } = await read([
      [
        ...linesAt(PROSE, { y: 100 }),
        ...linesAt(['# cp a b'], { y: 170 }),
        ...linesAt(['~~~', 'x'], { y: 220 }),
      ],
    ]);
    expect(text).toContain('```\n# cp a b\n```');
    expect(text).toContain('```\n~~~\nx\n```');
    expect(passages.every(({ section }) => section === '')).toBe(true);
  });

  test('ends its fence with its page (R-DOC-03)', async () => {
    for (const breakAt of [1, 2, 3]) {
      const code = [CODE.slice(0, breakAt), CODE.slice(breakAt)].map((lines) => [
        ...linesAt(PROSE, { y: 100 }),
        ...linesAt(lines, { y: 170, font: 'mono', size: 9, pitch: 11 }),
      ]);
      const { text } = await read(code);
      for (const part of text.split('\f')) expect(part.match(/^```$/gm)).toHaveLength(2);
    }
  });

  test('is all of no file that is typed throughout', async () => {
    const { text } = await read([linesAt(PROSE, { font: 'mono', size: 9 })]);
    expect(text).not.toContain('```');
  });
});

describe('a ruled table', () => {
  const COLUMNS = [72, 152, 272, 500];
  const row = (cells: string[], y: number, font: 'regular' | 'bold' = 'regular'): PdfText[] =>
    cells.flatMap((cell, column) =>
      cell
        .split('\n')
        .map((text, line) => ({ text, x: (COLUMNS[column] ?? 0) + 4, y: y + line * 12, size: 10, font })),
    );
  const HEAD = ['valor do sinal', 'nome do sinal', 'ação'];
  const body = [
    ...row(HEAD, 114, 'bold'),
    ...row(['1', 'SIGHUP', 'termina o pro-\ncesso, ou relê a\nconfiguração'], 134),
    ...row(['9', 'SIGKILL', 'termina o processo'], 178),
  ];
  const YS = [100, 120, 164, 184];
  const SENTENCES = [
    '- valor do sinal: 1; nome do sinal: SIGHUP; ação: termina o processo, ou relê a configuração',
    '- valor do sinal: 9; nome do sinal: SIGKILL; ação: termina o processo',
  ];

  test('gives a sentence for each row, with the names of its columns (R-DOC-08)', async () => {
    const { text } = await read([body], { rules: [gridAt(COLUMNS, YS)] });
    expect(text).toBe(SENTENCES.join('\n'));
  });

  test('whose outer edges are not drawn is whole (R-DOC-08)', async () => {
    const inner = gridAt(COLUMNS, YS).filter(({ x, right }) => x !== right || (x !== 72 && x !== 500));
    const { text } = await read([body], { rules: [inner] });
    expect(text).toBe(SENTENCES.join('\n'));
  });

  test('goes on over the page with the names of its columns (R-DOC-08)', async () => {
    const more = [...row(HEAD, 114, 'bold'), ...row(['15', 'SIGTERM', 'pede o fim'], 134)];
    const { text } = await read([body, more], {
      rules: [gridAt(COLUMNS, YS), gridAt(COLUMNS, [100, 120, 140])],
    });
    expect(text.split(/\n?\f/)[1]).toBe('- valor do sinal: 15; nome do sinal: SIGTERM; ação: pede o fim');
  });

  test('goes on without its head, and takes no row for one (R-DOC-08)', async () => {
    const more = [...row(['—', 'SIGTERM', 'pede o fim'], 114), ...row(['—', 'SIGSTOP', 'para'], 134)];
    const { text } = await read([body, more], {
      rules: [gridAt(COLUMNS, YS), gridAt(COLUMNS, [100, 120, 140])],
    });
    expect(text.split(/\n?\f/)[1]?.split('\n')).toEqual([
      '- valor do sinal: —; nome do sinal: SIGTERM; ação: pede o fim',
      '- valor do sinal: —; nome do sinal: SIGSTOP; ação: para',
    ]);
  });

  test('says the title that fills its first row before its rows (R-DOC-08)', async () => {
    const titled = [
      ...row(['Tabela de sinais'], 94),
      ...row(HEAD, 114, 'bold'),
      ...row(['9', 'SIGKILL', 'termina'], 134),
      ...row(['15', 'SIGTERM', 'pede o fim'], 154),
    ];
    const grid = gridAt(COLUMNS, [100, 120, 140, 160]);
    const top = gridAt([72, 500], [80, 100]);
    const { text } = await read([titled], { rules: [[...grid, ...top]] });
    expect(text.split('\n')).toEqual([
      'Tabela de sinais',
      '- valor do sinal: 9; nome do sinal: SIGKILL; ação: termina',
      '- valor do sinal: 15; nome do sinal: SIGTERM; ação: pede o fim',
    ]);
  });

  test('stands at its place between the paragraphs', async () => {
    const { text } = await read(
      [[...linesAt(PROSE, { y: 40 }), ...body, ...linesAt(['Depois da tabela.'], { y: 210 })]],
      {
        rules: [gridAt(COLUMNS, YS)],
      },
    );
    expect(text).toBe([PROSE.join(' '), SENTENCES.join('\n'), 'Depois da tabela.'].join('\n\n'));
  });

  test('of three panels beside each other is read panel by panel (R-DOC-09)', async () => {
    const panels = [40, 220, 400].map((left, panel) => ({
      texts: Array.from({ length: 5 }, (_, index) => [
        { text: `tecla${panel}${index}`, x: left + 4, y: 114 + index * 20, size: 9 },
        { text: `faz${panel}${index}`, x: left + 74, y: 114 + index * 20, size: 9 },
      ]).flat(),
      rules: gridAt([left, left + 70, left + 150], [100, 120, 140, 160, 180, 200]),
    }));
    const { text } = await read([panels.flatMap(({ texts }) => texts)], {
      rules: [panels.flatMap(({ rules }) => rules)],
    });
    expect(text.match(/tecla\d\d: faz\d\d/g)).toEqual(
      [0, 1, 2].flatMap((panel) =>
        [0, 1, 2, 3, 4].map((index) => `tecla${panel}${index}: faz${panel}${index}`),
      ),
    );
  });

  test('is no frame around code or a note', async () => {
    const { text } = await read(
      [[...linesAt(['Nota'], { y: 112, font: 'bold' }), ...linesAt(PROSE, { y: 130 })]],
      {
        rules: [gridAt([60, 560], [98, 120, 180])],
      },
    );
    expect(text).toBe(`Nota\n${PROSE.join(' ')}`);
  });
});

describe('a table without rules', () => {
  test('is none when the lines of a paragraph are stretched (R-DOC-10)', async () => {
    const LINES = [
      ['O', 'servidor', 'que', 'pedir', 'licença'],
      ['por', 'motivo', 'de', 'saúde', 'junta'],
      ['atestado', 'do', 'médico', 'que', 'trata'],
      ['e', 'espera', 'a', 'perícia', 'oficial'],
    ];
    const page = LINES.flatMap((words, line) => {
      let x = 72;
      return words.map((text) => {
        const at = x;
        x += text.length * 5.6 + 20;
        return { text, x: at, y: 100 + line * 14 };
      });
    });
    const { text } = await read([page]);
    expect(text).toBe(LINES.flat().join(' '));
  });
});

test('contents give no passages and stay in the text (R-DOC-11)', async () => {
  const entries = ['Licenças', 'Férias', 'Perícia', 'Recursos', 'Prazos', 'Anexos'];
  const contents = entries.map((entry, index) => `${index + 1} ${entry} ${'. '.repeat(40)}${index + 2}`);
  const { text, passages } = await read([
    [...linesAt(['Sumário'], { y: 80, size: 18 }), ...linesAt(contents, { y: 120, size: 10 })],
    [...linesAt(['1 Licenças'], { y: 80, size: 18 }), ...linesAt(PROSE, { y: 120 })],
  ]);
  expect(text).toContain('5 Prazos . . .');
  expect(passages.map(({ section, content }) => [section, content])).toEqual([
    ['1 Licenças', PROSE.join(' ')],
  ]);
});

describe('large words that head nothing', () => {
  const sectionsOf = (passages: { section: string }[]) => [
    ...new Set(passages.map(({ section }) => section)),
  ];

  test('below the title of a file are its author and its day', async () => {
    const cover = [
      ...linesAt(['Tutorial de apresentações'], { y: 80, size: 24 }),
      ...linesAt(['Carlos Campani'], { y: 130, size: 16 }),
      ...linesAt(['24 de abril de 2006'], { y: 170, size: 13 }),
    ];
    const { text, passages } = await read([[...cover, ...linesAt(PROSE, { y: 220 })]]);
    expect(sectionsOf(passages)).toEqual(['Tutorial de apresentações']);
    expect(text).toContain('Carlos Campani');
    const numbered = [
      ...linesAt(['Regimento'], { y: 80, size: 24 }),
      ...linesAt(['1 Prazos'], { y: 130, size: 16 }),
      ...linesAt(['1.1 Recursos'], { y: 170, size: 14 }),
    ];
    const other = await read([[...numbered, ...linesAt(PROSE, { y: 220 })]]);
    expect(sectionsOf(other.passages)).toEqual(['Regimento › 1 Prazos › 1.1 Recursos']);
  });

  test('on a slide are shown, and the titles of the slides stay', async () => {
    const slides = Array.from({ length: 12 }, (_, index) => [
      ...linesAt([`Assunto ${'abcdefghijkl'[index]}a`], { y: 80, size: 18 }),
      ...linesAt(PROSE, { y: 120 }),
      ...(index === 2 ? linesAt(['Centrado'], { y: 320, size: 30 }) : []),
    ]);
    const { passages } = await read(slides);
    expect(sectionsOf(passages).filter((section) => section.includes('Centrado'))).toEqual([]);
    expect(sectionsOf(passages)).toHaveLength(12);
  });

  test('are symbols without letters', async () => {
    const { passages } = await read([
      [...linesAt(['% , $ + 2'], { y: 80, size: 24 }), ...linesAt(PROSE, { y: 140 })],
    ]);
    expect(sectionsOf(passages)).toEqual(['']);
  });
});

test('what stands under a bookmark that no line says does not stand under the section before (R-DOC-06)', async () => {
  const page = (title: string) => [...linesAt([title], { y: 80 }), ...linesAt(PROSE, { y: 120 })];
  const { passages } = await read(
    [page('Introdução'), page('Fundamentos'), page('Compilar'), page('Testar')],
    {
      bookmarks: [
        { title: 'Introdução', page: 0, y: 70 },
        { title: 'Pacotes de código aberto', page: 1, y: 70 },
        { title: 'Fundamentos', page: 1, y: 70, depth: 1 },
        { title: 'Compilar', page: 2, y: 70, depth: 1 },
        { title: 'Testar', page: 3, y: 70, depth: 1 },
      ],
    },
  );
  expect([...new Set(passages.map(({ section }) => section))]).toEqual([
    'Introdução',
    'Fundamentos',
    'Compilar',
    'Testar',
  ]);
});
