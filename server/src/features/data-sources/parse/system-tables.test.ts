/** R-TBL-13, R-TBL-15, R-TBL-19, R-TBL-24: tables as systems write them, with cut names and several spellings of one value, asked in everyday words. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const repairs: AskedTable = {
  name: 'Ordens de serviço',
  rows_word: { one: 'ordem', many: 'ordens' },
  row_nouns: ['ordens', 'serviços'],
  described: 'Ordens de serviço da oficina, com orçamento e pagamento',
  date_column: 'dt_entr',
  money_column: 'vl_orc',
  is_money_guessed: true,
  main_column: 'descr',
  columns: [
    column('nr_os', 'identifier'),
    column('descr', 'text'),
    { ...column('nome_cli', 'category', ['Ana Prado', 'Bruno Leme', 'Célia Motta']), repeats: true },
    column('modelo', 'category', ['Gol', 'Onix', 'Strada']),
    column('tp_serv', 'category', ['Revisão', 'REVISAO', 'Funilaria', 'Troca de óleo']),
    column('st', 'category', ['Concluída', 'CONCLUIDA', 'Em andamento', 'Cancelada', 'Em aberto']),
    column('unid', 'category', ['Centro', 'Norte', 'Sul']),
    column('dt_entr', 'date'),
    column('dt_prev', 'date'),
    column('dt_saida', 'date'),
    column('dt_venc', 'date'),
    column('dt_pgto', 'date'),
    column('vl_orc', 'money'),
    column('vl_pago', 'money'),
    column('forma_pgto', 'category', ['PIX', 'Cartão', 'Dinheiro', 'Convênio']),
    column('km', 'number'),
  ],
};

const weighings: AskedTable = {
  name: 'Pesagens',
  rows_word: { one: 'registro', many: 'registros' },
  row_nouns: ['tickets', 'pesagem', 'areia', 'brita'],
  described: 'Tickets de pesagem de areia e brita dos clientes nas pedreiras',
  date_column: 'dt_carreg',
  money_column: 'vl_frete',
  is_money_guessed: true,
  main_column: 'nome_cliente',
  columns: [
    column('nr_ticket', 'identifier'),
    { ...column('nome_cliente', 'text', ['Ana Prado', 'Betel Obras']), repeats: true },
    column('material', 'category', [
      'areia fina',
      'Areia fina',
      'Brita 1',
      'BRITA 1',
      'pedrisco',
      'Pedrisco',
    ]),
    column('pedreira', 'category', ['Serra', 'Vale', 'Lapa']),
    column('dt_carreg', 'date'),
    column('dt_pgto', 'date'),
    column('peso_bruto', 'number'),
    column('tara', 'number'),
    column('peso_liq', 'number'),
    column('vl_frete', 'money'),
    column('classe', 'category', ['Classe A', 'CLASSE A', 'Classe B', 'Fora de classe']),
    column('unid_receb', 'category', ['Cais', 'Pátio']),
  ],
};

const lessons: AskedTable = {
  name: 'Inscrições',
  rows_word: { one: 'inscrição', many: 'inscrições' },
  row_nouns: ['inscricoes', 'cursos'],
  described: 'Inscrições em cursos livres da casa de cultura',
  date_column: 'dt_inscr',
  money_column: 'vl_taxa',
  is_money_guessed: true,
  main_column: 'nm_aluno',
  columns: [
    column('nr_inscr', 'identifier'),
    { ...column('nm_aluno', 'text', ['Íris Luz', 'João Mar', 'Kátia Sol']), repeats: true },
    column('curso', 'category', ['Violão', 'Teatro infantil', 'Dança de salão', 'Cerâmica']),
    column('polo', 'category', ['Centro', 'Laranjal', 'Porto']),
    column('dt_inscr', 'date'),
    column('dt_pagto', 'date'),
    column('dt_venc', 'date'),
    column('vl_taxa', 'money'),
    column('vl_recebido', 'money'),
    column('forma_pag', 'category', ['Boleto', 'Pix', 'Cartão']),
    column('presenca', 'category', ['S', 'N']),
    column('situacao', 'category', ['Confirmada', 'confirmada', 'Trancada', 'Desistente', 'Paga']),
    column('nota', 'number'),
  ],
};

const IN_2026 = 'between 2026-01-01|2026-12-31';

const CASES: [table: AskedTable, question: string, plan: string][] = [
  // Money that came in is that which was paid, on the day of payment.
  [repairs, 'quanto entrou de funilaria em 2026?', `sum vl_pago / dt_pgto ${IN_2026}; tp_serv in Funilaria`],
  [repairs, 'valor recebido por mês em 2026', `sum vl_pago / by dt_pgto/month / dt_pgto ${IN_2026}`],
  [repairs, 'qual o valor que entrou no pix em 2026', `sum vl_pago / dt_pgto ${IN_2026}; forma_pgto in PIX`],
  [repairs, 'valor recebido em dinheiro vivo', 'sum vl_pago / forma_pgto in Dinheiro'],
  [repairs, 'arrecadação por unidade em 2026', `sum vl_pago / by unid / dt_pgto ${IN_2026}`],
  [
    lessons,
    'qual o valor que entrou de boleto em 2026',
    `sum vl_recebido / dt_pagto ${IN_2026}; forma_pag in Boleto`,
  ],
  // A row without a day of payment has not been paid, and its state may have any name.
  [repairs, 'funilaria que ainda não foi paga, quantas são', 'count / dt_pgto empty; tp_serv in Funilaria'],
  [repairs, 'quantas ordens já têm valor mas ainda não foram pagas', 'count / dt_pgto empty; vl_orc filled'],
  [
    lessons,
    'inscrições de violão que ainda não foram pagas, quantas são?',
    'count / dt_pagto empty; curso in Violão',
  ],
  [
    lessons,
    'quantos ainda não pagaram o curso de teatro?',
    'count / dt_pagto empty; curso in Teatro infantil',
  ],
  // A verb is no cut name: «pagaram» is no `forma_pag`, «receberam» no `unid_receb`.
  [lessons, 'quantos pagaram depois do vencimento?', 'count / dt_venc → dt_pagto > 0; dt_pagto filled'],
  [
    weighings,
    'total pago por areia e brita juntos em 2026, dos que já receberam',
    `sum vl_frete / dt_pgto ${IN_2026}; material in Areia fina|Brita 1`,
  ],
  // Several spellings of one value are no two sides of a comparison.
  [
    weighings,
    'onde saiu mais peso líquido de areia: pedreira Serra ou pedreira Vale?',
    'sum peso_liq / by pedreira / material in Areia fina; pedreira in Serra|Vale',
  ],
  [
    weighings,
    'que porcentagem das cargas de areia saiu Classe A?',
    'count / material in Areia fina; classe in Classe A / share 1',
  ],
  [
    weighings,
    'a diferença de peso bruto entre areia e brita',
    'sum peso_bruto / by material / material in Areia fina|Brita 1',
  ],
  // How much two numbers differ.
  [
    weighings,
    'somando a areia toda, quantos quilos de diferença entre o bruto e o líquido?',
    'sum peso_bruto − peso_liq / material in Areia fina',
  ],
  [
    weighings,
    'quantos quilos a gente perdeu entre o bruto e o líquido na brita?',
    'sum peso_bruto − peso_liq / material in Brita 1',
  ],
  [weighings, 'diferença média entre o peso bruto e a tara', 'average peso_bruto − tara'],
  [
    repairs,
    'qual a diferença entre o valor orçado e o pago na revisão?',
    'sum vl_orc − vl_pago / tp_serv in Revisão',
  ],
  // A word of the question chooses one of two weights.
  [
    weighings,
    'qual foi a carga mais pesada de pedrisco que já saiu? (bruto)',
    'rows / material in Pedrisco / order peso_bruto desc / limit 1',
  ],
  [
    weighings,
    'o ticket mais pesado de areia em peso líquido',
    'rows / material in Areia fina / order peso_liq desc / limit 1',
  ],
  [
    weighings,
    'brita 1 e pedrisco, quanto pesou cada um?',
    'sum peso_bruto / by material / material in Brita 1|Pedrisco',
  ],
  // The paper of a thing is a row of it.
  [
    weighings,
    'quantas cargas de brita chegaram em 2026',
    `count / dt_carreg ${IN_2026}; material in Brita 1`,
  ],
  [
    weighings,
    'quantos caminhões carregaram areia em maio?',
    'count / dt_carreg between 2026-05-01|2026-05-31; material in Areia fina',
  ],
  // Two values are added together.
  [repairs, 'concluídas mais canceladas dá quantas?', 'count / st in Concluída|Cancelada'],
  [weighings, 'areia mais brita, quanto pesaram?', 'sum peso_bruto / material in Areia fina|Brita 1'],
  // An order after «ou» is no comparison.
  [
    weighings,
    'relaciona as cargas que estão fora de classe ou são classe B, da mais recente pra mais antiga',
    'rows / classe in Fora de classe|Classe B / order dt_carreg desc',
  ],
  // A mark of presence tells attendance and absence.
  [lessons, 'quantos inscritos em cerâmica faltaram?', 'count / curso in Cerâmica; presenca in N'],
  [lessons, 'quantos não vieram na dança de salão?', 'count / presenca in N; curso in Dança de salão'],
  [
    lessons,
    'qual foi o curso que mais lotou, contando só quem esteve presente',
    'count / by curso / presenca in S; curso filled / order measure desc / limit 1',
  ],
  [lessons, 'qual a taxa de presença por curso?', 'count / by curso / presenca in S / share 0'],
  // Days of delay, and the day of payment after the day due.
  [repairs, 'quantos pagamentos caíram com mais de 30 dias de atraso?', 'count / dt_venc → dt_pgto > 30'],
  [repairs, 'quantas ordens saíram com mais de 5 dias de atraso?', 'count / dt_prev → dt_saida > 5'],
  [
    repairs,
    'em média, quantos dias depois do vencimento os clientes pagam?',
    'average dt_venc → dt_pgto / dt_pgto filled',
  ],
  // Somebody, a people of somewhere, one single row.
  [
    repairs,
    'quem tem mais de 4 ordens em aberto?',
    'count / by nome_cli / st in Em aberto; nome_cli filled / having 0 > 4',
  ],
  [lessons, 'quem tem mais de 3 inscrições?', 'count / by nm_aluno / nm_aluno filled / having 0 > 3'],
  [
    repairs,
    'quem pagou mais até agora, o pessoal da unidade Centro ou o da unidade Norte?',
    'sum vl_pago / by unid / unid in Centro|Norte',
  ],
  [repairs, 'qual ordem teve o maior valor pago até hoje?', 'rows / order vl_pago desc / limit 1'],
  [
    weighings,
    'qual o maior valor que saiu para uma única carga de areia?',
    'maximum vl_frete / material in Areia fina',
  ],
  [
    lessons,
    'das inscrições confirmadas, quantos por cento vieram por pagamento em boleto?',
    'count / situacao in Confirmada; forma_pag in Boleto / share 1',
  ],
  // Those who have been paid; the sum of what falls due.
  [
    weighings,
    'total pago por areia e brita, dos que já receberam',
    'sum vl_frete / dt_pgto filled; material in Areia fina|Brita 1',
  ],
  [
    repairs,
    'soma do que vencia no segundo trimestre de 2026, fora as canceladas',
    'sum vl_orc / dt_venc between 2026-04-01|2026-06-30; st not_in Cancelada',
  ],
  [
    weighings,
    'quantas cargas e quantos quilos líquidos de areia?',
    'count, sum peso_liq / material in Areia fina',
  ],
  // Words as people shorten them.
  [lessons, 'qdo foi a última inscrição de violão', 'maximum dt_inscr / curso in Violão'],
];

test.each(CASES.map(([table, question, plan]) => ({ table, question, plan })))(
  'R-TBL-24 «$question» is read as $plan',
  ({ table, question, plan }) => {
    const read = askInTurn(table, question);
    expect({ plan: planLine(read.plan), refusals: read.refusals, texts: read.texts }).toEqual({
      plan,
      refusals: [],
      texts: [],
    });
  },
);

test('R-TBL-23 «e desses quantos apareceram mesmo?» asks for those who came', () => {
  const read = askInTurn(
    lessons,
    'quantas inscrições teve o curso de violão?',
    'e desses quantos apareceram mesmo?',
  );
  expect(planLine(read.plan)).toBe('count / curso in Violão; presenca in S');
});

test('R-TBL-22 the state is offered beside the day of payment, and the other weight beside the first', () => {
  const unpaid = askInTurn(lessons, 'inscrições de violão que ainda não foram pagas, quantas são?');
  expect(unpaid.plan.alternatives.map(({ text }) => text)).toEqual(['Situação que não é Paga']);
  const weighed = askInTurn(weighings, 'qual pedreira carregou mais areia?');
  expect(weighed.plan.alternatives.map(({ text }) => text)).toEqual(['Peso líquido']);
  expect(askInTurn(weighings, 'carga mais leve de brita').remarks).toEqual([
    'A ordem é por peso bruto; a tabela tem também peso líquido.',
  ]);
});

test('R-TBL-27 an article is no letter of a class', () => {
  expect(planLine(askInTurn(weighings, 'quanto pesou a areia da Serra?').plan)).not.toContain('Classe A');
});
