import { describe, expect, test } from 'vitest';
import type { Prompt, PromptPassage } from '../model.ts';
import { NOT_FOUND } from '../prompt-text.ts';
import { GREETED, LEAD, localAnswer, localReader, NO_SOURCES, THANKED } from './local-reader.ts';
import { quotesFor, textOf } from './quotes.ts';

/** Passages as a search finds them: what answers is rarely the first, and never alone. */
const library: Omit<PromptPassage, 'index'>[] = [
  {
    title: 'Regulamento da biblioteca.pdf',
    section: 'Empréstimo',
    text: `O empréstimo domiciliar é permitido a alunos, professores e servidores com cadastro ativo. Cada aluno de graduação pode levar até 5 livros por 14 dias. Para alunos de pós-graduação o prazo é de 21 dias. Obras de referência (art. 7º, inc. II) não saem da biblioteca.

O empréstimo pode ser renovado duas vezes pela internet, desde que não haja reserva de outro leitor. A renovação conta a partir da data em que é feita.`,
  },
  {
    title: 'Regulamento da biblioteca.pdf',
    section: 'Multas',
    text: `A devolução em atraso gera multa de R$ 1,50 por dia e por livro. O leitor com multa acima de R$ 30,00 fica suspenso até o pagamento. Livros perdidos devem ser repostos por exemplar igual ou equivalente.`,
  },
  {
    title: 'Horários.md',
    section: 'Funcionamento',
    text: `## Horário de atendimento

| Dia | Abre | Fecha |
| --- | --- | --- |
| Segunda a sexta | 8h | 22h |
| Sábado | 9h | 13h |
| Domingo e feriados | fechada | fechada |

Nas férias escolares a biblioteca fecha às 18h.`,
  },
  {
    title: 'Guia do leitor.md',
    section: 'Cadastro',
    text: `Para fazer o cadastro na biblioteca, vá ao balcão de atendimento com os documentos:

1. Documento de identidade com foto.
2. Comprovante de matrícula do semestre.
3. Comprovante de residência de até três meses.

A carteirinha fica pronta na hora e vale por dois anos.`,
  },
  {
    title: 'Guia do leitor.md',
    section: 'Salas de estudo',
    text: `Sala de estudo: espaço fechado para grupos de 3 a 6 pessoas. A reserva é feita pelo portal, com até 7 dias de antecedência, por no máximo 2 horas. Quem não comparecer em 15 minutos perde a reserva.`,
  },
  {
    title: 'config.yaml',
    section: '',
    text: `impressora:
  nome: sala-2
  papel: A4
  custo_por_pagina: 0.25

scanner:
  nome: balcao
  gratuito: true`,
  },
  {
    title: 'Licitações',
    section: '',
    text: 'numero: PE 012/2025 | orgao: Prefeitura Municipal de Recife | situacao: Aberta | objeto: Aquisição de merenda escolar para a rede municipal | valor: 1.250.000,00',
  },
];
const passages = library.map((passage, at) => ({ ...passage, index: at + 1 }));

const promptFor = (question: string, own: Partial<Prompt> = {}): Prompt => ({
  instructions: 'Ajude os leitores.',
  passages,
  history: [],
  question,
  ...own,
});
const answerTo = (question: string, own?: Partial<Prompt>) => localAnswer(promptFor(question, own));

/** An answer without its quotations: the lead, the markers, the fences around source code. */
function frameOf(question: string): string {
  let frame = answerTo(question);
  for (const quote of quotesFor(promptFor(question)))
    for (const { start, end } of quote.spans) {
      const piece = quote.passage.text.slice(start, end);
      expect(frame).toContain(piece);
      frame = frame.replace(piece, '');
    }
  return frame;
}

const questions: [question: string, says: string[], not: string[]][] = [
  ['Qual o prazo de empréstimo para pós-graduação?', ['21 dias. ', ' [1]'], ['multa']],
  ['quanto é a multa por atraso', ['R$ 1,50 por dia', ' [2]'], ['Sala de estudo', 'merenda']],
  [
    'A biblioteca abre no sábado?',
    ['| Dia | Abre | Fecha |', '| Sábado | 9h | 13h |', '\n\n[3]'],
    ['R$ 1,50'],
  ],
  [
    'Como faço meu cadastro?',
    [
      'Para fazer o cadastro na biblioteca',
      '1. Documento de identidade',
      '3. Comprovante de residência',
      '[4]',
    ],
    ['multa'],
  ],
  ['O que é uma sala de estudo?', ['Sala de estudo: espaço fechado para grupos', '[5]'], ['multa']],
  ['posso renovar o emprestimo?', ['renovado duas vezes pela internet', '[1]'], ['Sala de estudo']],
  ['quanto custa imprimir uma página', ['custo_por_pagina: 0.25', '```\nimpressora:', '[6]'], []],
  ['Quais licitações de merenda estão abertas?', ['PE 012/2025', 'situacao: Aberta', '[7]'], ['multa']],
  [
    'quais documentos preciso levar',
    ['1. Documento de identidade', '2. Comprovante de matrícula', '[4]'],
    ['multa'],
  ],
  ['qual o valor da mulat de livro atrazado', ['R$ 1,50 por dia', '[2]'], ['Sala de estudo']],
];

test('beside an exact answer only a passage is quoted that speaks of all that was asked', () => {
  const figure = { index: 9, title: 'Multas', section: '', text: 'A soma é 12.', answer: 'A soma é 12 [9].' };
  const beside = (question: string) => answerTo(question, { passages: [...passages, figure] });
  expect(beside('qual a soma das multas de livros pagas em maio?')).toBe('A soma é 12 [9].');
  expect(beside('quanto é a multa por atraso')).toMatch(
    /^A soma é 12 \[9\]\.\n\nEncontrei isto.*R\$ 1,50 por dia/s,
  );
});

describe.each(questions)('«%s»', (question, says, not) => {
  test('is answered with the right words of the right passage', () => {
    const answer = answerTo(question);
    for (const text of says) expect(answer).toContain(text);
    for (const text of not) expect(answer).not.toContain(text);
  });

  test('every quotation is a literal piece of its passage, and nothing else is said', () => {
    expect(frameOf(question)).toMatch(/^Encontrei isto nas fontes deste agente:(?:\s|`{3}|\[\d\])*$/);
    expect(answerTo(question).startsWith(`${LEAD}\n\n`)).toBe(true);
  });

  test('at most three passages, at most 180 words', () => {
    const quotes = quotesFor(promptFor(question));
    expect(new Set(quotes.map(({ passage }) => passage.index)).size).toBeLessThanOrEqual(3);
    expect(answerTo(question).split(/\s+/).length).toBeLessThanOrEqual(180);
  });
});

describe('what there is to quote decides', () => {
  test('A-11 nothing found', () => {
    expect(answerTo('Qual a cor do cavalo?', { passages: [] })).toBe(
      'Não encontrei isso nas fontes deste agente.',
    );
    expect(NOT_FOUND).toBe('Não encontrei isso nas fontes deste agente.');
  });

  test('no sources at all', () => {
    expect(answerTo('Oi?', { passages: null })).toBe(NO_SOURCES);
    expect(NO_SOURCES).toBe('Este agente não tem fontes, e sem um modelo configurado não há como responder.');
  });

  test('passages without a single word of the question: the first, because the search chose it', () => {
    const answer = answerTo('Xyz?', { passages: passages.slice(1, 3) });
    expect(answer).toContain('A devolução em atraso gera multa');
    expect(answer).toContain('[2]');
  });

  test('empty passages hold nothing', () => {
    expect(
      answerTo('Prazo?', { passages: [{ index: 1, title: 'Vazio', section: '', text: ' \n\n ' }] }),
    ).toBe(NOT_FOUND);
  });

  test('a question that stands for itself is answered the same, whatever was asked before it', () => {
    const history = [{ question: 'Qual o prazo de empréstimo na graduação?', answer: '14 dias.' }];
    for (const question of ['O que é multa?', 'Quanto custa?', 'Quem pode usar?'])
      expect(answerTo(question, { history })).toBe(answerTo(question));
  });

  test('a question of one word leans on the one before it', () => {
    const history = [{ question: 'Qual o prazo de empréstimo na graduação?', answer: '14 dias.' }];
    expect(answerTo('e na pós-graduação?', { history })).toContain('21 dias');
  });

  test('the same text in two documents is quoted once', () => {
    const copy = { ...passages[1], index: 9, title: 'Cópia.txt' } as PromptPassage;
    const answer = answerTo('multa por atraso', { passages: [...passages.slice(1, 2), copy] });
    expect(answer.match(/R\$ 1,50/g)).toHaveLength(1);
  });

  test('a long table is quoted by its head and the rows asked about', () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `| Produto ${at} | código ${at * 7} | prateleira ${at % 9} |`,
    );
    const text = `| Nome | Código | Lugar |\n| --- | --- | --- |\n${rows.join('\n')}`;
    const answer = answerTo('Qual o código do produto 41?', {
      passages: [{ index: 1, title: 't.md', section: '', text }],
    });
    expect(answer).toContain('| Nome | Código | Lugar |\n| --- | --- | --- |\n');
    expect(answer).toContain('| Produto 41 | código 287 |');
    expect(answer.split(/\s+/).length).toBeLessThan(150);
  });

  test('a pair of words said again and again does not outweigh what was found first', () => {
    const answering = 'O reembolso de diárias é pedido pelo formulário azul.';
    const others = Array.from({ length: 9 }, (_, at) => `A sala ${at} fica no outro prédio.`);
    const passages = [answering, ...others, 'reembolso diárias '.repeat(60)].map((text, at) => ({
      index: at + 1,
      title: `${at}.txt`,
      section: '',
      text,
    }));
    expect(answerTo('Como peço reembolso de diárias?', { passages })).toContain(
      `${LEAD}\n\n${answering} [1]`,
    );
  });

  test('a table comes with the sentence that leads to it', () => {
    const table = '| Sala | Lugares |\n| --- | --- |\n| Azul | 12 |\n| Verde | 30 |';
    const text = `A biblioteca tem duas salas.\n\nOs lugares de cada sala:\n\n${table}`;
    const passages = [{ index: 2, title: 'salas.md', section: '', text }];
    expect(answerTo('Quantos lugares tem a sala verde?', { passages })).toContain(
      `Os lugares de cada sala:\n\n${table}\n\n[2]`,
    );
  });

  test('a long paragraph is quoted in whole sentences around the best one', () => {
    const filler = 'Esta frase fala de outra coisa e serve apenas para encher o parágrafo até o fim. ';
    const text = `${filler.repeat(20)}O Dr. Silva atende na sala 12 às terças. ${filler.repeat(20)}`.trim();
    const answer = answerTo('Em que sala o Dr. Silva atende?', {
      passages: [{ index: 1, title: 'x.txt', section: '', text }],
    });
    expect(answer).toContain('O Dr. Silva atende na sala 12 às terças.');
    expect(answer).toMatch(/agente:\n\n(Esta frase|O Dr\.)/);
    expect(answer).toMatch(/(fim|terças)\. \[1\]$/);
  });

  test('items keep what is nested in them', () => {
    const text =
      'Etapas:\n\n- Primeira etapa\n  - detalhe da primeira\n\n  texto da primeira\n- Segunda etapa';
    expect(answerTo('primeira etapa', { passages: [{ index: 3, title: 'x.md', section: '', text }] })).toBe(
      `${LEAD}\n\n${text} [3]`,
    );
  });

  test('R-DOC-25 code right below a sentence or a step is quoted with it, as its example', () => {
    const code = '```\nman -Tps manual | lpr\n```';
    const passage = (lead: string) => [{ index: 1, title: 'x.pdf', section: '', text: `${lead}\n\n${code}` }];
    for (const lead of ['Consegue-se a impressão do manual com este comando.', '1. Imprima o manual'])
      expect(answerTo('Como se faz a impressão do manual?', { passages: passage(lead) })).toBe(
        `${LEAD}\n\n${lead}\n\n${code}\n\n[1]`,
      );
    const other = passage('Consegue-se a impressão do manual.\n\n## Rede');
    expect(answerTo('Como se faz a impressão do manual?', { passages: other })).toBe(
      `${LEAD}\n\nConsegue-se a impressão do manual. [1]`,
    );
  });

  test('code is quoted with its fence, a part of it with a fence of its own', () => {
    const passage = (text: string) => [{ index: 1, title: 'x.md', section: '', text }];
    const short = '```\nprosa --porta 3000\n```';
    expect(answerTo('porta', { passages: passage(short) })).toBe(`${LEAD}\n\n${short}\n\n[1]`);
    const open = 'prosa --porta 3000';
    expect(answerTo('porta', { passages: passage(`\`\`\`\n${open}`) })).toBe(
      `${LEAD}\n\n\`\`\`\n${open}\n\`\`\`\n\n[1]`,
    );
    const long = `\`\`\`\n${'linha que não diz nada\n'.repeat(60)}prosa --porta 3000\n\`\`\``;
    const answer = answerTo('porta', { passages: passage(long) });
    expect(answer).toContain('prosa --porta 3000');
    expect(answer.match(/```/g)).toHaveLength(2);
    expect(answer.endsWith('\n```\n\n[1]')).toBe(true);
  });

  test('R-DOC-25 of a sentence of a law the items asked about are quoted, whole, with what leads to them', () => {
    const item = (name: string) =>
      `${name}, ouvidos os órgãos que a lei nomeia, no prazo, na forma e com os documentos do regulamento que o Poder Executivo publica a cada ano;`;
    const items = [
      'fixar a taxa',
      'julgar o recurso',
      'aprovar a obra',
      'nomear o relator',
      'ceder a sala',
      'vender o bem',
      'doar o livro',
    ];
    const text = `Compete ao conselho municipal: ${items.map(item).join(' ')} sendo vedado o resto.`;
    const passages = [{ index: 1, title: 'lei.pdf', section: '', text }];
    const answer = answerTo('A quem compete vender o bem?', { passages });
    expect(answer).toContain('Compete ao conselho municipal:\n');
    expect(answer).toContain(item('vender o bem'));
    expect(answer).not.toContain('fixar a taxa');
    expect(answer).toMatch(/(;|resto\.) \[1\]$/);
  });

  test('of a sentence without an end the part that was asked about is quoted', () => {
    const text = `${'palavras e mais palavras '.repeat(200)}o pagamento vence no dia dez ${'e ainda outras '.repeat(200)}`;
    const answer = answerTo('Quando vence o pagamento?', {
      passages: [{ index: 1, title: 'x.pdf', section: '', text }],
    });
    expect(answer).toContain('o pagamento vence no dia dez');
    expect(answer.split(/\s+/).length).toBeLessThan(130);
    expect(text).toContain(answer.slice(LEAD.length + 2, -4));
  });

  test('rows that differ in their figures are different rows', () => {
    const row = (number: string) =>
      `numero: ${number} | orgao: Prefeitura de Recife | situacao: Aberta | objeto: Merenda escolar`;
    const rows = ['PE 1/2025', 'PE 2/2025'].map((number, at) => ({
      index: at + 1,
      title: 'Licitações',
      section: '',
      text: row(number),
    }));
    const answer = answerTo('licitações abertas de merenda', { passages: rows });
    expect(answer).toContain('PE 1/2025');
    expect(answer).toContain('PE 2/2025');
  });

  test('a fence in source code does not end the quotation', () => {
    const text = 'ajuda = """\n```\nprosa --porta\n```\n"""';
    const answer = answerTo('porta', { passages: [{ index: 1, title: 'x.py', section: '', text }] });
    expect(answer).toBe(`${LEAD}\n\n\`\`\`\`\n${text}\n\`\`\`\`\n\n[1]`);
  });
});

test.each([
  ['blanks', ' '.repeat(300_000)],
  ['dots', '. '.repeat(150_000)],
  ['stops', '.'.repeat(300_000)],
  ['pipes', '|-'.repeat(150_000)],
  ['one word', 'a'.repeat(300_000)],
  ['lines', 'senha: 1\n'.repeat(30_000)],
  ['items', '- senha\n'.repeat(30_000)],
  ['rows', `| a | b |\n| - | - |\n${'| senha | x |\n'.repeat(20_000)}`],
  ['hashes', `# ${'#'.repeat(100_000)} x`],
  ['surrogates', '\ud83d'.repeat(10_000)],
  ['new words', Array.from({ length: 20_000 }, (_, at) => `palavra${at.toString(36)}`).join(' ')],
])('a monstrous passage (%s) costs no time', (_, text) => {
  const started = performance.now();
  localAnswer(
    promptFor(`senha ${Array.from({ length: 2_000 }, (__, at) => `termo${at.toString(36)}`).join(' ')}`, {
      passages: Array.from({ length: 8 }, (__, at) => ({ index: at + 1, title: 't', section: 's', text })),
    }),
  );
  expect(performance.now() - started).toBeLessThan(10_000);
});

describe('the stream', () => {
  const call = (question: string, signal = new AbortController().signal) => ({
    prompt: promptFor(question),
    temperature: 0,
    max_tokens: 1_000,
    signal,
  });

  test('grows by a few words at a time and ends with the tokens counted', async () => {
    const pauses: number[] = [];
    const texts: string[] = [];
    const model = localReader(async (ms) => void pauses.push(ms));
    const last = await model(call('Como faço meu cadastro?'), (text) => texts.push(text));
    const answer = answerTo('Como faço meu cadastro?');
    expect(texts.join('')).toBe(answer);
    for (const text of texts) expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(2);
    // A hundred words in about half a second.
    const words = answer.split(/\s+/).length;
    const perHundred = (100 * pauses.reduce((sum, ms) => sum + ms, 0)) / words;
    expect(perHundred).toBeGreaterThan(350);
    expect(perHundred).toBeLessThan(650);

    const characters = (text: string) => Math.ceil(text.length / 4);
    const input =
      characters('Ajude os leitores.') +
      characters('Como faço meu cadastro?') +
      passages.reduce((sum, { text }) => sum + characters(text), 0);
    expect(last).toEqual({
      type: 'end',
      usage: { input, output: characters(answer) },
      reason: 'stop',
    });
  });

  test('ends where its answer may be no longer, and says so', async () => {
    let text = '';
    const model = localReader(async () => {});
    const last = await model({ ...call('Como faço meu cadastro?'), max_tokens: 16 }, (words) => {
      text += words;
    });
    expect(answerTo('Como faço meu cadastro?').startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThan(40);
    expect(last).toMatchObject({ usage: { output: Math.ceil(text.length / 4) }, reason: 'length' });
    expect(Math.ceil(text.length / 4)).toBeLessThanOrEqual(16);
  });

  test('an abort ends it at once, without a last event', async () => {
    const abort = new AbortController();
    const texts: string[] = [];
    // A pause that only an abort ends.
    const model = localReader(
      (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    const last = await model(call('multa', abort.signal), (text) => {
      texts.push(text);
      queueMicrotask(() => abort.abort());
    });
    expect(last).toBeUndefined();
    expect(texts).toHaveLength(1);
    expect(
      await localReader()(call('multa', AbortSignal.abort()), (text) => texts.push(text)),
    ).toBeUndefined();
    expect(texts).toHaveLength(1);
  });
});

test('the quotations are spans', () => {
  for (const [question] of questions)
    for (const quote of quotesFor(promptFor(question)))
      for (const line of textOf(quote).split('\n')) expect(quote.passage.text).toContain(line);
});

const asked = (question: string, text: string) =>
  localAnswer({
    instructions: '',
    history: [],
    question,
    passages: [{ index: 1, title: 'regime.txt', section: '', text }],
  });

test('a text whose first line is its title is quoted with what it says', () => {
  const text =
    'Regimento da Biblioteca\n\nO acervo é aberto a todos os moradores. A multa por atraso é de R$ 0,50 por dia.';
  for (const question of ['multa da biblioteca', 'multa biblioteca', 'qual a multa da biblioteca?'])
    expect(asked(question, text)).toContain('A multa por atraso é de R$ 0,50 por dia.');
});

test('a long passage is read to its end, and never ends within a word', () => {
  const articles = Array.from(
    { length: 120 },
    (_, place) =>
      `Art. ${place + 1}. O servidor do setor de número ${place + 1} cumpre o horário da repartição.`,
  );
  const last = 'Art. 121. A licença-prêmio é requerida no setor de pessoal com antecedência de 54 dias.';
  const text = [...articles, last].join('\n');
  expect(text.length).toBeGreaterThan(8_000);
  expect(asked('Qual o prazo para requerer a licença-prêmio?', text)).toContain(
    'com antecedência de 54 dias.',
  );
  const endless = `${'palavra '.repeat(1_499)}licenciamento-da-obra-particular ${'palavra '.repeat(300)}`;
  expect(asked('licenciamento da obra particular', endless)).not.toMatch(/licenciame\b/);
});

test.each([
  ['oi', GREETED],
  ['Bom dia!', GREETED],
  ['Olá, tudo bem?', GREETED],
  ['obrigado', THANKED],
  ['Valeu, tchau', THANKED],
  ['bom dia, qual o valor do foguete?', null],
  ['e isso?', null],
])('«%s» is answered as what it is', (question, answer) => {
  const prompt = { instructions: '', history: [], question, passages: [] };
  expect(localAnswer(prompt)).toBe(answer ?? NOT_FOUND);
});

describe('a text whose headings are glued to what they head', () => {
  const HOURS = 'A padaria abre de segunda a sábado, das 6h às 20h. Aos domingos abre das 7h às 13h.';
  const EXCHANGE = 'O cliente pode trocar o produto em até 24 horas, com a nota fiscal.';
  const ORDERS = 'Bolos são encomendados com dois dias de antecedência e metade do valor pago na hora.';
  test.each([
    ['', '\n'],
    ['', '\n\n'],
    ['1. ', '\n'],
    ['1. ', '\n\n'],
  ])('is quoted by its sections: numbered %j, parted by %j', (number, gap) => {
    const text = [
      'Regulamento da Padaria Pão Bom',
      `${number}Horário de funcionamento\n${HOURS}`,
      `${number.replace('1', '2')}Trocas e devoluções\n${EXCHANGE}`,
      `${number.replace('1', '3')}Encomendas\n${ORDERS}`,
    ].join(gap);
    for (const [question, quote] of [
      ['Qual é o horário aos domingos?', HOURS],
      ['Como faço para trocar o produto?', EXCHANGE],
      ['Como encomendo um bolo?', ORDERS],
    ] as const) {
      const passages = [{ index: 1, title: 'regulamento.pdf', section: '', text }];
      expect(localAnswer({ instructions: '', passages, history: [], question })).toBe(
        `${LEAD}\n\n${quote} [1]`,
      );
    }
  });
});

test.each([
  [
    'Qual é o telefone da Guarda Municipal?',
    'A Guarda Municipal faz rondas à noite. A Secretaria de Obras atende pelo telefone (37) 3555-0101.',
    'A Guarda Municipal atende pelo telefone (37) 3555-0133. A Secretaria de Obras, pelo (37) 3555-0101.',
  ],
  [
    'Quanto custa a licença?',
    'A licença é renovada todo ano. A segunda via do crachá custa R$ 17,00.',
    'A licença é renovada todo ano e custa R$ 90,00.',
  ],
  ['Quantas lojas a rede tem?', 'A rede tem lojas em várias cidades.', 'A rede tem 12 lojas.'],
  [
    'Quantas lojas a rede tem?',
    'A rede tem lojas em várias cidades.',
    '| Rede | Lojas |\n| --- | --- |\n| Centro | 12 |',
  ],
])('R-DOC-26 «%s» is not answered by a price or a number of something else', (question, other, own) => {
  const answer = (text: string) =>
    answerTo(question, { passages: [{ index: 1, title: 'guia.md', section: '', text }] });
  expect(answer(other)).toBe(NOT_FOUND);
  expect(answer(own)).toContain(own);
});

test('other words than those of the question choose the line that answers', () => {
  const text = [
    'O ambulante não poderá vender fogos de artifício.',
    'O horário do ambulante é fixado na licença, e o ambulante a leva consigo.',
  ].join('\n\n');
  const passages = [{ index: 1, title: 'lei.pdf', section: '', text }];
  expect(answerTo('O que um camelô não pode vender?', { passages })).toContain('fogos de artifício');
});

test('R-DOC-26 an item of a list comes with the heading that denies it, and without one that does not', () => {
  const passages = (heading: string) => [
    {
      index: 1,
      title: 'coletas.docx',
      section: `Regulamento › ${heading}`,
      text: '- Animais vivos e plantas com terra.\n- Bebidas alcoólicas em garrafa de vidro.\n- Produtos inflamáveis.',
    },
  ];
  const asked = 'Posso mandar uma garrafa de bebida alcoólica?';
  expect(answerTo(asked, { passages: passages('O que não transportamos') })).toBe(
    `${LEAD}\n\nO que não transportamos\n\n- Bebidas alcoólicas em garrafa de vidro. [1]`,
  );
  expect(answerTo(asked, { passages: passages('O que transportamos') })).toBe(
    `${LEAD}\n\n- Bebidas alcoólicas em garrafa de vidro. [1]`,
  );
});
