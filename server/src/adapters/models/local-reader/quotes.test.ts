/** Where quotes begin and end: sixty questions on prose, lists and rows of tables. */
import { describe, expect, test } from 'vitest';
import { formAsked } from './asked-form.ts';
import { askedTerms, columnsOf } from './asked-terms.ts';
import { quotesFor, textOf } from './quotes.ts';
import { termsOf } from './scores.ts';

const SERVICES = [
  'alvará',
  'aposentadoria',
  'cadastro',
  'certidão',
  'consulta',
  'cremação',
  'defesa',
  'doação',
  'empenho',
  'estágio',
  'inscrição',
  'isenção',
  'licença',
  'matrícula',
  'mudança',
  'ouvidoria',
  'parcelamento',
  'perícia',
  'recurso',
  'transferência',
];

/** Each passage has whole units only: sentences, a list with its lead, and rows with the names of their columns. */
const passages = SERVICES.map((service, at) => {
  const prose = [
    `O pedido de ${service} é feito no balcão do setor ${at + 1}.`,
    `O sr. José, do setor ${at + 1}, recebe os papéis da ${service} das 8h30 às 17h.`,
    `A resposta sobre ${service} sai em ${at + 10} dias úteis, conforme o art. ${at + 3} da lei.`,
  ];
  const lead = `Para a ${service}, leve os documentos:`;
  const items = [`- carteira de identidade`, `- comprovante de ${service}`, `- duas fotografias recentes`];
  const rows = ['balcão', 'correio', 'internet'].map(
    (channel, row) =>
      `canal: ${channel}; serviço: ${service}; taxa: R$ ${at + row},50; prazo: ${at + row + 2} dias`,
  );
  return {
    units: [...prose, lead, ...items, ...rows],
    text: [prose.join(' '), [lead, ...items].join('\n'), rows.join('\n')].join('\n\n'),
  };
});

const questions = SERVICES.flatMap((service, at) => [
  { at, question: `Em quantos dias sai a resposta sobre ${service}?`, words: `${at + 10} dias úteis` },
  { at, question: `Que documentos levo para a ${service}?`, words: 'carteira de identidade' },
  { at, question: `Qual a taxa da ${service} no canal correio?`, words: `R$ ${at + 1},50` },
]);

test('R-DOC-25 each of sixty quotes begins and ends with a whole sentence, item or row', () => {
  expect(questions).toHaveLength(60);
  for (const { at, question, words } of questions) {
    const { text, units } = passages[at] as (typeof passages)[number];
    const passage = { index: 1, title: 'Guia.pdf', section: '', text };
    const quotes = quotesFor({ question, passages: [passage], history: [] });
    const starts = units.map((unit) => text.indexOf(unit));
    const ends = units.map((unit) => text.indexOf(unit) + unit.length);
    const spans = quotes.flatMap((quote) => quote.spans);
    for (const { start, end } of spans) {
      expect(starts, `${question} begins with «${text.slice(start, start + 40)}»`).toContain(start);
      expect(ends, `${question} ends with «${text.slice(end - 40, end)}»`).toContain(end);
    }
    expect(spans.map(({ start, end }) => text.slice(start, end)).join('\n'), question).toContain(words);
  }
});

const quoted = (question: string, text: string) =>
  quotesFor({ question, passages: [{ index: 1, title: 'Guia.pdf', section: '', text }], history: [] })
    .map(({ spans }) => spans.map(({ start, end }) => text.slice(start, end)).join(' '))
    .join(' ');

test.each([
  ['Quanto custa a licença do programa?', 'A licença do programa permite copiar e mudar o programa.'],
  ['Qual o preço do livro de receitas?', 'As receitas deste livro foram reunidas por voluntários.'],
  ['Qual o valor da multa por atraso?', 'A multa por atraso é descrita no regulamento de 2019.'],
  ['Qual o telefone da ouvidoria?', 'A ouvidoria responde por telefone e por carta.'],
  ['Que horas abre a secretaria?', 'A secretaria abre os pedidos na ordem de chegada.'],
  ['Quanto custa o relatório anual?', 'O relatório anual compara o orçamento com o gasto real deste ano.'],
  [
    'Qual o telefone da secretaria?',
    'Secretaria do Meio Ambiente. Diretrizes. São Paulo, 1993. 35 p. Telefone.',
  ],
  [
    'Quantos dias de férias tem o servidor?',
    'O servidor guarda as fotografias em Férias-001.jpg e Férias-002.jpg.',
  ],
  [
    'Qual é o prazo para entregar o trabalho?',
    'O trabalho entregue é guardado na biblioteca, com o prazo indicado.',
  ],
  ['Em que ano foi fundada a escola?', 'A escola foi fundada por moradores do bairro.'],
  ['Qual o prazo de garantia da bateria?', 'Para garantir a vida da bateria, carregue-a em prazo curto.'],
])('«%s» is not answered by a text that tells nothing of that form', (question, text) => {
  expect(quoted(question, text)).toBe('');
});

test.each([
  ['Quanto custa a certidão?', 'A certidão custa R$ 12,50 no balcão.'],
  ['Quanto custa a segunda via?', 'A segunda via é gratuita.'],
  ['Quanto custa uma pergunta?', 'Uma pergunta custa cerca de 900 tokens.'],
  ['Qual o valor da multa por atraso?', 'Por atraso cobra-se multa de 2% ao mês.'],
  ['Qual o telefone da ouvidoria?', 'A ouvidoria atende pelo telefone (92) 3232-1000.'],
  ['Qual o telefone da ouvidoria?', 'Fale com a ouvidoria: ligue 156.'],
  ['Que horas abre a secretaria?', 'A secretaria abre às 8h.'],
  ['Quantos dias de férias tem o servidor?', 'O servidor tem férias de trinta dias por ano.'],
  ['Quantas horas dura o curso?', 'Duração do curso em horas: 40.'],
  ['Qual é o prazo para entregar o trabalho?', 'O trabalho é entregue até o fim do semestre.'],
  ['Qual o prazo do recurso?', 'O recurso é apresentado em 15 (quinze) dias úteis.'],
  ['Em que ano foi fundada a escola?', 'A escola foi fundada em 1954.'],
  ['Quanto custa a entrada?', 'A entrada custa dez reais.'],
  ['O que é registro de preços?', 'Registro de preços é o sistema de compras futuras.'],
  ['O telefone é obrigatório no cadastro?', 'No cadastro o telefone é opcional.'],
  ['Qual é o valor padrão da cor?', 'O valor padrão da cor é azul.'],
])('«%s» is answered by «%s»', (question, text) => {
  expect(quoted(question, text)).toBe(text);
});

test.each([
  ['Quanto custa recarregar a nave?', 'Recarregar a nave custa 35 cristais.'],
  ['Quanto a biblioteca arrecada de multas?', 'A biblioteca arrecada 900 reais de multas por ano.'],
  ['Qual é o percentual de desconto do sócio?', 'O sócio tem desconto de 15%.'],
  ['Quando abre a inscrição do coral?', 'A inscrição do coral abre em março.'],
  ['Até quando entrego o livro?', 'O livro é entregue antes do recesso.'],
  ['Quando a bomba falha, quem liga o gerador?', 'Se a bomba falha, o gerador é ligado pelo vigia.'],
])('R-DOC-26 «%s» has its answer in «%s»', (question, text) => {
  expect(quoted(question, text)).toBe(text);
});

test.each([['Quanto a biblioteca arrecada de multas?', 'A biblioteca cobra multas de quem atrasa o livro.']])(
  'R-DOC-26 «%s» is not answered by «%s»',
  (question, text) => {
    expect(quoted(question, text)).toBe('');
  },
);

test('of the rows of a table that is quoted whose cells name what is asked, not one whose column does', () => {
  const text = [
    '- Passe: Bronze; Sauna: 1; Mensalidade: 80,00',
    '- Passe: Prata; Sauna: 4; Mensalidade: 95,00',
    '- Passe: Ouro; Sauna: 9; Mensalidade: 120,00',
  ].join('\n');
  const other =
    '- Serviço: Toalha; Valor: 6,00\n- Serviço: Sauna; Valor: 18,00\n- Serviço: Armário; Valor: 9,00';
  expect(quoted('Quanto custa a sauna?', `${text}\n\nPreços avulsos\n\n${other}`)).toContain(
    'Sauna; Valor: 18,00',
  );
});

test('the sentence that tells a price is quoted where a better one does not', () => {
  const text = [
    'A emissão da certidão de tempo custa paciência a quem pede a certidão de tempo.',
    'Pela certidão de tempo são cobrados R$ 30,00.',
  ].join('\n\n');
  expect(quoted('Quanto custa a certidão de tempo?', text)).toContain('R$ 30,00');
});

test('a question for the place of a file is answered by its path, where a near text has one', () => {
  const text = [
    `A lixeira é a pasta para onde vai o que foi apagado da pasta pessoal e de outra pasta. ${'Nela fica o que se quer de volta. '.repeat(8)}`,
    '- O que a lixeira guarda está em ~/.local/share/Trash até que seja esvaziada.',
  ].join('\n\n');
  expect(quoted('Onde fica a pasta da lixeira?', text)).toContain('~/.local/share/Trash');
  // Such a question may also be answered without a path.
  const plain = 'A pasta dos boletos é a gaveta azul do financeiro.';
  expect(quoted('Em que pasta ficam os boletos?', plain)).toBe(plain);
});

test('R-DOC-25 a sentence that a command parts is quoted from its beginning', () => {
  const text = [
    'Há várias maneiras de anotar um texto.',
    'Com o comando',
    '```\n\\footnote{texto}\n```',
    'é impressa uma nota de rodapé no fim da página.',
  ].join('\n\n');
  expect(quoted('Como coloco uma nota de rodapé?', text)).toBe(text.slice(text.indexOf('Com o')));
});

test('what begins with a small letter below a whole sentence begins there', () => {
  const text = [
    'Os parâmetros são lidos no início.',
    '```\nlowmem=1\n```',
    'lowmem força a instalação com pouca memória.',
  ].join('\n\n');
  expect(quoted('O que faz lowmem?', text)).not.toContain('Os parâmetros');
});

test('who tells what they did is understood like a text that tells how it is done', () => {
  const text = [
    'A impressora imprime em cores e continua imprimindo enquanto há papel.',
    'Se cancelar o trabalho não bastar, retire o papel da impressora.',
  ].join('\n\n');
  expect(quoted('cancelei e não adiantou', text)).toContain('retire o papel');
});

test.each([
  ['Quem é o mutuário?', '- Mutuário - a pessoa que recebe o dinheiro.'],
  ['O que faz noerror?', '- noerror: segue depois de erros de leitura.'],
])('«%s» is answered by the entry of a list that defines it', (question, entry) => {
  const word = entry.split(' ')[1]?.replace(':', '') ?? '';
  const others = [
    `- Desembolso - o montante pago ao ${word} pelo ${word} ou a outro ${word}.`,
    `- Juro - a despesa cobrada ao ${word}, por ${word}.`,
  ];
  const long = others.map((other) => `${other} ${'Segue um texto de outra coisa. '.repeat(12)}`);
  expect(quoted(question, [...long, entry, ...long].join('\n'))).toContain(entry);
});

const RULES = [
  '- O auditório tem 180 lugares e duas saídas de emergência.',
  '- A reserva do auditório é feita com quinze dias de antecedência.',
  '- Empresas pagam uma taxa de R$ 480,00 por dia de uso.',
  '- É proibido comer ou fumar no auditório.',
  '- As chaves são devolvidas na portaria até as dez horas.',
];

test('of a list the item that answers is quoted, and not the others', () => {
  const text = `Regras de uso:\n\n${RULES.join('\n')}`;
  expect(quoted('Quanto pagam empresas por dia?', text)).toBe(`Regras de uso: ${RULES[2]}`);
  expect(quoted('Quais são as regras do auditório?', text)).toContain(RULES.join('\n'));
});

test.each(['auditório', 'Auditório?', 'sobre o auditório'])(
  '«%s», a word alone, asks for the whole list',
  (question) => {
    expect(quoted(question, RULES.join('\n'))).toBe(RULES.join('\n'));
    expect(quoted('O auditório tem lugares?', RULES.join('\n'))).toBe(RULES[0]);
  },
);

test('items that are as near to the question as the best are quoted with it', () => {
  const text = [
    RULES[0],
    '- A taxa de limpeza é de R$ 50,00.',
    '- A taxa de som é de R$ 80,00.',
    RULES[4],
  ].join('\n');
  expect(quoted('Qual é a taxa?', text)).toBe(text.split('\n').slice(1, 3).join('\n'));
});

test('of numbered items those beside the best are quoted too, since one may go on with the other', () => {
  const text = [
    '1. Abra o navegador.',
    '2. Visite exemplo.org.br.',
    '3. O site mostra o endereço externo.',
  ].join('\n');
  expect(quoted('Qual site mostra meu endereço externo?', text)).toContain('Visite exemplo.org.br.');
});

test('an item that has all that is asked about needs no further quotation', () => {
  const passages = [
    `- porta do imap: 143; com segurança: 993\n- porta do pop: 110; com segurança: 995\n- porta do smtp: 25; com segurança: 465`,
    'O imap é um serviço de correio, e a segurança do imap é assunto de outro manual de segurança.',
  ].map((text, place) => ({ index: place + 1, title: 'Guia.pdf', section: '', text }));
  const quotes = quotesFor({ question: 'Qual é a porta do imap com segurança?', passages, history: [] });
  expect(quotes.map(({ passage }) => passage.index)).toEqual([1]);
});

test('of the items of a law the one that answers is quoted, with the sentence that leads to them', () => {
  const text = [
    'Art. 12. São penalidades disciplinares:',
    'I – advertência, por falta leve;',
    'II – suspensão de até 90 dias, por falta grave ou reincidência;',
    'III – demissão, por abandono do cargo.',
  ].join('\n');
  expect(quoted('Quando cabe demissão?', text)).toBe(
    'Art. 12. São penalidades disciplinares: III – demissão, por abandono do cargo.',
  );
});

const LETTERS = [
  'Art. 11. As normas são escritas assim:',
  'I – para ganhar clareza:',
  'a) usar frases curtas;',
  'b) preferir o tempo presente;',
  'II – para obter precisão:',
  'a) evitar palavras de duplo sentido;',
  'b) escolher termos conhecidos em todo o país.',
];

test('a letter of a law comes with the number that it stands below', () => {
  expect(quoted('Devo evitar palavras de duplo sentido?', LETTERS.join('\n'))).toBe(
    [LETTERS[0], LETTERS[4], LETTERS[5]].join(' '),
  );
});

test('a number of a law comes with the letters below it', () => {
  expect(quoted('O que se faz para ganhar clareza?', LETTERS.join('\n'))).toBe(
    LETTERS.slice(0, 4).join('\n'),
  );
});

test('R-DOC-25 an item never stands without the sentence that leads to it, which may deny it', () => {
  const text = [
    'Ao servidor é vedado:',
    '',
    '- ausentar-se sem licença do chefe;',
    '- aceitar presentes de fornecedores;',
    '- retirar documentos da repartição.',
  ].join('\n');
  expect(quoted('O servidor pode aceitar presentes?', text)).toBe(
    'Ao servidor é vedado: - aceitar presentes de fornecedores;',
  );
});

describe('R-DOC-26 what has the form that is asked for', () => {
  test('how often something is done may be given without a span of time', () => {
    const text = 'Esvazie o coletor de pó do aspirador a cada cinco usos.';
    expect(quoted('De quanto em quanto tempo esvazio o coletor de pó?', text)).toBe(text);
  });

  test('that nothing is charged answers how much it is', () => {
    const text = 'Não há taxa de inscrição no torneio. O torneio tem 32 vagas.';
    expect(quoted('Quanto pago de taxa de inscrição?', text)).toContain('Não há taxa de inscrição');
  });

  test('who pays may stand between «quanto» and the verb, and the number of an article is no price', () => {
    const who = 'Clubes de bairro podem usar a quadra da praça, com o pagamento da taxa do art. 6º.';
    const price = 'Clubes pagam R$ 45,00 por hora.';
    const asked = 'Quanto um clube de bairro paga para usar a quadra da praça?';
    expect(quoted(asked, `${who}\n\n${price}`)).toBe(price);
  });

  test('a function word of the text stands for no verb of the question that has its stem', () => {
    const other = 'O pedido vem com a cópia do contrato, com recibo e com antecedência.';
    const right = 'Não se consomem alimentos na arquibancada.';
    expect(quoted('Posso comer na arquibancada?', `${other}\n\n${right}`)).toBe(right);
  });

  test('an address has a street or is one of the network', () => {
    expect(quoted('Qual é o endereço do clube?', 'O sócio do clube mantém o endereço em dia.')).toBe('');
    const text = 'Sede do clube: Rua das Gaivotas, 12.';
    expect(quoted('Qual é o endereço do clube?', text)).toBe(text);
  });

  test('a row need not name what is counted', () => {
    const row = '- Modalidade: Remo; Inscritos: 48';
    const text = `${row}\n- Modalidade: Vela; Inscritos: 17`;
    expect(quoted('Quantas pessoas fazem remo?', text)).toContain('Remo');
  });

  test('a shortened word in the name of a column ends no row', () => {
    const row = '- Item: 3; Descrição: Lupa de bancada; Quant.: 12; Preço unit. (R$): 485,00';
    const text = `- Item: 2; Descrição: Tripé; Quant.: 4; Preço unit. (R$): 90,00\n${row}`;
    expect(quoted('qual o preço unitario da lupa?', text)).toContain('485,00');
    const question = 'qual o preço da lupa?';
    const terms = askedTerms([{ index: 1, title: '', section: '', text }], termsOf(question, []), question);
    const price = formAsked(question, { terms, columns: columnsOf(text) });
    expect(price.required?.(row, '')).toBeGreaterThan(0.4);
  });

  test('«o último ano» is no question for a year', () => {
    const text = 'Passa de ano o aluno com média seis.';
    expect(quoted('qual a média para passar de ano?', text)).toBe(text);
  });
});

const passageOf = (text: string, index = 1) => ({ index, title: 'Guia.pdf', section: '', text });
const bestFor = (question: string, ...texts: string[]) => {
  const [best] = quotesFor({
    question,
    passages: texts.map((text, place) => passageOf(text, place + 1)),
    history: [],
  });
  return best ? textOf(best) : '';
};

test('R-DOC-26 a question in a text comes behind a sentence that answers', () => {
  const asking = 'Como troco a data da reserva?';
  const answer = 'A data da reserva é outra depois de um pedido ao balcão.';
  expect(bestFor('quero trocar a data da reserva', `${asking}\n\nA cantina abre às oito.`, answer)).toBe(
    answer,
  );
});

test('R-DOC-26 a sentence is chosen by what is asked about, not by verbs that go with any subject', () => {
  const light = 'Quem chega antes pode pegar a chave e levar o jornal.';
  const asked = 'O crachá do visitante é devolvido na portaria.';
  expect(bestFor('posso pegar e levar o crachá do visitante antes?', light, asked)).toBe(asked);
});

describe('R-DOC-25 what the search ranks first', () => {
  const ranked = (texts: string[], scores: number[]) =>
    texts.map((text, place) => ({ ...passageOf(text, place + 1), score: scores[place] ?? 0 }));
  const indexesFor = (question: string, passages: ReturnType<typeof ranked>) => [
    ...new Set(quotesFor({ question, passages, history: [] }).map(({ passage }) => passage.index)),
  ];
  const question = 'Como uso o estacionamento da biblioteca à noite sem crachá?';
  const answer = 'Sem crachá o estacionamento abre com o cartão de leitor.';
  const wordy = 'A noite de cinema da biblioteca começa no estacionamento.';

  test('is quoted first, though another passage has more words of the question', () => {
    expect(indexesFor(question, ranked([answer, wordy], [1, 0.6]))).toEqual([1, 2]);
  });

  test('is left out where it has next to nothing of what is asked about', () => {
    const other = 'O café abre às oito horas, e a biblioteca às nove.';
    expect(indexesFor(question, ranked([other, wordy], [1, 0.9]))).not.toContain(1);
  });

  test('goes for up to three passages', () => {
    const texts = ['leitores', 'alunos', 'sócios', 'vizinhos'].map(
      (people, at) =>
        `Regra ${at + 1}: ${people} podem usar o estacionamento da biblioteca à noite em ${at + 2} vagas.`,
    );
    expect(indexesFor(question, ranked(texts, [1, 0.99, 0.98, 0.97]))).toEqual([1, 2, 3]);
  });
});

test('R-DOC-25 rows of a short table are quoted together, to be compared', () => {
  const text = [
    '- Ano: 1; Desconto: 10; Valor: 90',
    '- Ano: 2; Desconto: 9; Valor: 81',
    '- Ano: 3; Desconto: 8; Valor: 73',
  ].join('\n');
  expect(quoted('Quanto vale o valor no terceiro ano com desconto?', text)).toBe(text);
});

test('R-DOC-25 a term comes with the text that explains it, and a title does not', () => {
  const text = (line: string) =>
    `O programa tem as seguintes opções de linha de comando.\n\n${line}\n\nForça a conversão de arquivos binários.`;
  const question = 'o que força a conversão de arquivos binários';
  expect(quoted(question, text('-f, --force'))).toContain('-f, --force\n\nForça a conversão');
  expect(quoted(question, text('Arquivos de imagem'))).not.toContain('Arquivos de imagem');
});

test.each([
  ['Quanto por cento dos sócios vota?', 'O voto é de 12 sócios por mesa.', 'Costuma votar 40% dos sócios.'],
  [
    'Qual tecla imprime o relatório?',
    'A tecla que imprime o relatório mudou.',
    'O relatório se imprime com F9.',
  ],
  [
    'Qual comando apaga a fila?',
    'O comando certo apaga a fila sem perguntar, e outro comando não apaga a fila.',
    'Para apagar a fila use `fila --limpa`.',
  ],
])('R-DOC-26 «%s» is answered by what has its form', (question, other, answer) => {
  expect(bestFor(question, other, answer, 'A tecla azul liga o monitor.')).toBe(answer);
});
