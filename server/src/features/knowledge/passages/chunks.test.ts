import { describe, expect, test } from 'vitest';
import { cleanText } from '../../../text/clean-text.ts';
import { type PassageDraft, passagesOf } from './chunks.ts';

const words = ({ content }: PassageDraft) => content.split(/\s+/).length;
/** A sentence of so many words. */
const sentence = (length: number) => `Uma${' palavra'.repeat(length - 2)} final.`;
const paragraphs = (many: number, length: number) =>
  Array.from({ length: many }, () => sentence(length)).join('\n\n');
const shown = (text: string, fileType: string) =>
  passagesOf(text, { fileType }).map(({ section, content }) => [section, content]);

test('the rows of a table stand under its caption, too', () => {
  const rows = '- Livro: Capa dura; Prazo: 7 dias\n- Livro: Revista; Prazo: 2 dias';
  const text = `# Empréstimo\n\nOs prazos variam.\nQuadro 3 – Prazos de devolução\n\n${rows}\n\n# Multa\n\nA do quadro 3.`;
  expect(shown(text, 'docx').map(([section]) => section)).toEqual([
    'Empréstimo',
    'Empréstimo › Quadro 3 – Prazos de devolução',
    'Multa',
  ]);
});

describe('headings', () => {
  test('divide a text into sections, and each passage knows their path', () => {
    const text =
      '# Contas\n\nUma conta é pessoal.\n\n## Senha temporária\n\nVale 30 minutos.\n\nServe uma vez.\n\n## Exclusão\n\n# Planos\n\nO plano Free é gratuito.';
    expect(shown(text, 'md')).toEqual([
      ['Contas', 'Uma conta é pessoal.'],
      ['Contas › Senha temporária', 'Vale 30 minutos.\n\nServe uma vez.'],
      ['Contas › Exclusão', '## Exclusão'],
      ['Planos', 'O plano Free é gratuito.'],
    ]);
  });

  test('are shown without the marks of Markdown', () => {
    expect(shown('## **Porta** `PORT`, [veja](http://a.b) ##\n\nPadrão: 3000.', 'md')).toEqual([
      ['Porta PORT, veja', 'Padrão: 3000.'],
    ]);
  });

  test('are not looked for in code, nor inside fences', () => {
    expect(shown('# soma\n\ndef f():\n    return 1', 'py')).toEqual([
      ['', '# soma\n\ndef f():\n    return 1'],
    ]);
    expect(shown('# Uso\n\n```\n# comentário\n\nnpm start\n```\n\nFim.', 'md')).toEqual([
      ['Uso', '```\n# comentário\n\nnpm start\n```\n\nFim.'],
    ]);
  });

  test('of a text file are lines with # only where those stand alone (R-DOC-05)', () => {
    const script = '# atualiza a lista\napt update\n# instala\napt install foo\n# fim\nexit';
    expect(shown(script, 'txt')).toEqual([['', script]]);
    const notes = '# Férias\n\nTrinta dias.\n\n# Licenças\n\nCinco dias.\n\n# Anexos\n\nNenhum.';
    expect(shown(notes, 'txt').map(([section]) => section)).toEqual(['Férias', 'Licenças', 'Anexos']);
  });

  test('of Markdown lose inline HTML and stand under the number that is theirs (R-DOC-05)', () => {
    const text =
      '# <span id="c7">Capítulo 7</span>\n\nUm texto.\n\n## 7.1 Prazos\n\nDez dias.\n\n### 6.10 Recursos\n\nCinco dias.';
    expect(shown(text, 'md').map(([section]) => section)).toEqual([
      'Capítulo 7',
      'Capítulo 7 › 7.1 Prazos',
      '6.10 Recursos',
    ]);
  });

  test('that are guessed reach no further than 2,500 words (R-DOC-05)', () => {
    const text = `TÍTULO I\n\nDAS FÉRIAS\n\n${paragraphs(40, 100)}`;
    const sections = shown(text, 'txt').map(([section]) => section);
    expect(sections[0]).toBe('TÍTULO I › DAS FÉRIAS');
    expect(sections.at(-1)).toBe('TÍTULO I');
    expect(sections.filter((section) => section === 'TÍTULO I › DAS FÉRIAS').length).toBeLessThan(27);
  });

  test('are guessed beside marked ones only of parts of a law', () => {
    const marked = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco']
      .map((title) => `# ${title}\n\nTexto.`)
      .join('\n\n');
    const text = `${marked}\n\nPROCURE A SECRETARIA\n\nDe manhã.\n\nCAPÍTULO II\n\nDo prazo.`;
    const sections = shown(text, 'pdf').map(([section]) => section);
    expect(sections.slice(-2)).toEqual(['Cinco', 'Cinco › CAPÍTULO II']);
  });

  test('are no labels of boxes and no lines with tabs (R-DOC-04)', () => {
    const text = 'Antes.\n\nNOTA\n\nVale por trinta dias.\n\n9\tSIGKILL\n\nDepois.\n\nTABELA 3\n\nFim.';
    expect(new Set(shown(text, 'pdf').map(([section]) => section))).toEqual(new Set(['']));
  });

  test('of plain text are parts of a law, numbered lines and lines in capitals that stand alone', () => {
    const text =
      'CAPÍTULO II\nDO PESSOAL\n\n1. Férias\n\nO período é de 30 dias.\n\n1.1 Abono\n\nUm terço pode ser vendido.\n\nCAPÍTULO III\n\nRevoga-se o anterior.';
    expect(shown(text, 'pdf')).toEqual([
      ['CAPÍTULO II › DO PESSOAL › 1. Férias', 'O período é de 30 dias.'],
      ['CAPÍTULO II › DO PESSOAL › 1. Férias › 1.1 Abono', 'Um terço pode ser vendido.'],
      ['CAPÍTULO III', 'Revoga-se o anterior.'],
    ]);
  });

  test('are not made of the items of a list', () => {
    const steps = '1. Abra o menu\n\n2. Escolha Perfil\n\n3. Mude a senha';
    expect(shown(steps, 'txt')).toEqual([['', steps]]);
  });
});

describe('paragraphs', () => {
  test('share a passage of at most 180 words, never across sections', () => {
    expect(passagesOf(paragraphs(6, 60), { fileType: 'txt' }).map(words)).toEqual([180, 180]);
    expect(passagesOf('# A\n\nUm.\n\n# B\n\nDois.', { fileType: 'md' })).toHaveLength(2);
  });

  test('that are too long are cut in even pieces at the ends of sentences', () => {
    const long = Array.from({ length: 10 }, () => sentence(30)).join(' ');
    const pieces = passagesOf(long, { fileType: 'txt' });
    expect(pieces.map(words)).toEqual([150, 150]);
    expect(pieces.every(({ content }) => content.endsWith('final.'))).toBe(true);
  });

  test('that nobody marked become windows of 120 to 180 words that overlap by 30 to 40', () => {
    const wall = Array.from({ length: 60 }, (_, index) => sentence(12 + (index % 7))).join(' ');
    const windows = passagesOf(wall, { fileType: 'pdf' });
    for (const [index, window] of windows.entries()) {
      expect(words(window)).toBeLessThanOrEqual(180);
      if (index < windows.length - 1) expect(words(window)).toBeGreaterThanOrEqual(120);
      const before = windows[index - 1];
      if (!before) continue;
      const shared = wall.slice(window.start, before.end).split(/\s+/).length;
      expect(shared).toBeGreaterThanOrEqual(30);
      expect(shared).toBeLessThanOrEqual(40);
    }
  });

  test('of one line each are paragraphs without empty lines between them', () => {
    const text = [sentence(100), sentence(100), sentence(100)].join('\n');
    expect(passagesOf(text, { fileType: 'doc' }).map(words)).toEqual([100, 100, 100]);
  });
});

describe('lists and tables', () => {
  test('a list stays whole and takes the line that announces it along', () => {
    const list = Array.from({ length: 20 }, (_, index) => `- item ${index} da lista de regras`).join('\n');
    const text = `${sentence(60)}\n\nAs regras são:\n\n${list}`;
    expect(passagesOf(text, { fileType: 'md' }).map(({ content }) => content)).toEqual([
      sentence(60),
      `As regras são:\n\n${list}`,
    ]);
  });

  test('a long list is cut between its items', () => {
    const list = Array.from({ length: 60 }, (_, index) => `- ${index}: ${sentence(8)}`).join('\n');
    const pieces = passagesOf(list, { fileType: 'md' });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every(({ content }) => content.startsWith('- ') && content.endsWith('final.'))).toBe(true);
  });

  test('a table that is cut repeats its header in the path of the later pieces', () => {
    const rows = Array.from({ length: 120 }, (_, index) => `| Produto ${index} | ${index},00 |`).join('\n');
    const pieces = passagesOf(`# Preços\n\n| Nome | Preço |\n|---|---|\n${rows}`, { fileType: 'md' });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map(({ section }) => section)).toEqual([
      'Preços',
      ...Array.from({ length: pieces.length - 1 }, () => 'Preços › Nome | Preço'),
    ]);
  });

  test('a CSV is cut between rows, under its columns', () => {
    const csv = `nome;valor\n${Array.from({ length: 200 }, (_, index) => `produto ${index};${index}`).join('\n')}`;
    const pieces = passagesOf(csv, { fileType: 'csv' });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces[1]?.section).toBe('nome | valor');
    expect(pieces.every(({ content }) => !content.endsWith(';'))).toBe(true);
  });
});

test('a page is counted from the form feeds before it', () => {
  const text = `${sentence(150)}\n\n\f${sentence(150)}\n\n\f\f${sentence(150)}`;
  expect(passagesOf(text, { fileType: 'pdf' }).map(({ page }) => page)).toEqual([1, 2, 4]);
  expect(passagesOf('Uma só.', { fileType: 'pdf' })[0]?.page).toBe(1);
  expect(passagesOf('Sem páginas.', { fileType: 'txt' })[0]?.page).toBeNull();
});

describe('whatever the text', () => {
  const pieces = [
    'Uma frase comum. ',
    '\n',
    '\r\n',
    '\n\n',
    '\r\n\r\n',
    '\f',
    '# Título\n',
    '1. Item\n',
    '- item\n',
    '| a | b |\n',
    'a\tb\n',
    '```\n',
    '😀👩‍👩‍👧',
    'ção'.repeat(90),
    '\0',
    '\uD800',
    '\uDC00',
    ' ',
    '"',
    'R$ 1.000,00 ',
    'x'.repeat(700),
    'palavra '.repeat(250),
    'Fim. '.repeat(130),
    '漢字。',
    '\u2028',
    '———',
    'DAS FÉRIAS\n\n',
  ];
  /** The same every time: a test that fails today fails tomorrow. */
  const textNumber = (seed: number) => {
    let state = seed * 2_654_435_761;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    return Array.from({ length: next(40) }, () => pieces[next(pieces.length)]).join('');
  };

  test('every passage is a literal span, of bounded size, and no letter is lost', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      // Also a text that nobody cleaned ends somewhere.
      passagesOf(textNumber(seed), { fileType: 'txt' });
      const text = cleanText(textNumber(seed));
      const fileType = ['txt', 'md', 'pdf', 'csv', 'json', 'py'][seed % 6] as string;
      const passages = passagesOf(text, { fileType });
      const covered = new Set<number>();
      for (const { start, end, content } of passages) {
        expect(text.slice(start, end)).toBe(content);
        expect(content.isWellFormed()).toBe(true);
        expect(content).toBe(content.trim());
        expect(content.split(/\s+/).length).toBeLessThanOrEqual(180);
        expect(content.length).toBeLessThanOrEqual(4_000);
        for (let at = start; at < end; at += 1) covered.add(at);
      }
      const sections = passages.map(({ section }) => section).join(' ');
      for (const word of text.matchAll(/[\p{L}\p{N}]{2,}/gu))
        if (!covered.has(word.index)) expect(`${sections} # 1. DAS FÉRIAS`).toContain(word[0].slice(0, 50));
    }
  });

  test('NUL, halves of surrogate pairs and byte order marks are taken out before', () => {
    expect(cleanText('\uFEFFa\0b\uD800c\uDC00d😀')).toBe('abcd😀');
  });

  test.each([
    ['without a space', 'a'.repeat(1_000_000)],
    ['of full stops', '. '.repeat(500_000)],
    ['of headings', '# a\n'.repeat(250_000)],
    ['of fences', '```\n'.repeat(250_000)],
    ['of capitals', 'ABCDEF\n\n'.repeat(125_000)],
    ['of numbered lines', '1. Abc\n\n'.repeat(125_000)],
    ['of bars', '|a|b|\n'.repeat(160_000)],
    ['of one sentence', 'palavra '.repeat(125_000)],
  ])('a megabyte %s takes no more than its length', (_, text) => {
    const timed = (size: number) => {
      const began = performance.now();
      passagesOf(text.slice(0, size), { fileType: 'txt' });
      return performance.now() - began;
    };
    timed(text.length / 10);
    // Quadratic would be a hundred times; the rest is room for a busy machine, and so are the further tries.
    const isInProportion = () => timed(text.length) < 40 * Math.max(timed(text.length / 10), 20);
    expect(isInProportion() || isInProportion() || isInProportion()).toBe(true);
  });
});

describe('code', () => {
  test('is cut between its lines, which keep their indentation (R-DOC-02)', () => {
    const lines = Array.from(
      { length: 80 },
      (_, index) => `${' '.repeat(index % 4)}passo ${index} com cinco palavras`,
    );
    const text = `Faça assim:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``;
    const pieces = passagesOf(text, { fileType: 'pdf' }).filter(({ content }) => content.includes('passo'));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.flatMap(({ content }) => content.split('\n'))).toEqual(lines);
    for (const piece of pieces) expect(words(piece)).toBeLessThanOrEqual(180);
  });

  test('ends only with the letter of its fence, at least as often', () => {
    const text = '````\n```\n# a\n```\n````\n\n# Título\n\nTexto.\n\n~~~\n```\n# b\n~~~\n\nFim.';
    expect(shown(text, 'md').map(([section]) => section)).toEqual(['', 'Título']);
  });
});

describe('contents', () => {
  const entries = ['Licenças', 'Férias', 'Perícia', 'Recursos', 'Prazos', 'Anexos'];

  test('give no passages (R-DOC-11)', () => {
    const lines = entries.map((entry, index) => `${entry}\t${index + 3}`).join('\n');
    expect(shown(`# Sumário\n\n${lines}\n\n# Licenças\n\nDez dias.`, 'pdf')).toEqual([
      ['Licenças', 'Dez dias.'],
    ]);
    const index = entries.map((entry, at) => `${entry}, ${at + 3}, ${at + 40}`).join('\n');
    expect(shown(`# Licenças\n\nDez dias.\n\n# Índice remissivo\n\n${index}`, 'pdf')).toEqual([
      ['Licenças', 'Dez dias.'],
    ]);
  });

  test('are no tables whose last column rises', () => {
    const rows = entries.map((entry, index) => `${entry}\t${index * 10}`).join('\n');
    expect(shown(`Dias de cada coisa:\n\n${rows}`, 'pdf').join('\n')).toContain('Anexos\t50');
  });
});
