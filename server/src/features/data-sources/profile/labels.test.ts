/** Labels and words for rows that are guessed from names. */
import { expect, test } from 'vitest';
import { isMoneyName, labelOf } from './labels.ts';
import { unitOf } from './name-units.ts';
import { rowNounsOf, rowsWordOf } from './row-words.ts';

test.each([
  ['valor_estimado', 'Valor estimado'],
  ['valor', 'Valor'],
  ['orgao', 'Órgão'],
  ['situacao', 'Situação'],
  ['municipio', 'Município'],
  ['uf', 'UF'],
  ['id', 'ID'],
  ['cpf_do_servidor', 'CPF do servidor'],
  ['dt_abertura', 'Data de abertura'],
  ['data_nascimento', 'Data de nascimento'],
  ['data_prevista', 'Data prevista'],
  ['data_da_posse', 'Data da posse'],
  ['data_limite', 'Data limite'],
  ['dataHomologacao', 'Data de homologação'],
  ['DATA_VENCIMENTO', 'Data de vencimento'],
  ['vl_pago', 'Valor pago'],
  ['qtd_itens', 'Quantidade de itens'],
  ['tipo_pensao', 'Tipo de pensão'],
  ['salario_bruto', 'Salário bruto'],
  ['frequencia', 'Frequência'],
  ['distancia_km', 'Distância em km'],
  ['exercicio', 'Exercício'],
  ['relatorio-final', 'Relatório final'],
  ['responsavel', 'Responsável'],
  ['leiloes', 'Leilões'],
  ['Descrição do Objeto', 'Descrição do objeto'],
  ['secretaria', 'Secretaria'],
  ['carga_horaria', 'Carga horária'],
  ['fl_ativo', 'Ativo'],
  ['dt_prev_devol', 'Data prevista devolução'],
  ['created_at', 'Data de criação'],
  ['payment_method', 'Forma de pagamento'],
  ['total_amount', 'Valor total'],
  ['is_gift', 'Presente'],
  ['items_count', 'Quantidade de itens'],
  ['due_date', 'Data de vencimento'],
  ['ST_PEDIDO', 'Situação pedido'],
  ['dt_val', 'Data de validade'],
  ['val_total', 'Valor total'],
  ['vlrbilheteria', 'Valor bilheteria'],
  ['dtsessao', 'Data de sessão'],
  ['codsessao', 'Código sessão'],
  ['nomediretor', 'Nome diretor'],
  ['tipoponto', 'Tipo de ponto'],
  ['localidade', 'Localidade'],
  ['alt_cm', 'Altura em cm'],
  ['preco_kg', 'Preço por kg'],
  ['QTDITENS', 'Quantidade de itens'],
  ['nomeacao', 'Nomeação'],
  ['tipografia', 'Tipografia'],
  ['valorizacao', 'Valorização'],
  ['datacenter', 'Datacenter'],
  ['__proto__', 'Proto'],
  ['constructor', 'Constructor'],
])('R-TBL-19 the column «%s» is called «%s»', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

test.each([
  ['pr_custo', 'money', 'Preço de custo'],
  ['pr_medio', 'money', 'Preço médio'],
  ['est_min', 'number', 'Estoque mínimo'],
  ['n_mat', 'number', 'Nota matemática'],
  ['nota_cie', 'number', 'Nota ciências'],
  ['dt_mat', 'date', 'Data de matrícula'],
  ['n_filhos', 'number', 'N filhos'],
  ['est_civil', 'category', 'Estado civil'],
  ['fat_12m', 'money', 'Faturamento 12 meses'],
  ['qtd_vend_12m', 'number', 'Quantidade vendida 12 meses'],
  ['desc_pct', 'number', 'Desconto percentual'],
  ['desc_item', 'text', 'Descrição item'],
  ['prod', 'category', 'Produto'],
  ['prod_ton', 'number', 'Produção em t'],
  ['cid_dest', 'category', 'Cidade destino'],
  ['transp_esc', 'category', 'Transporte escolar'],
  ['vl_mo', 'money', 'Valor mão de obra'],
  ['alt_cm', 'number', 'Altura em cm'],
  ['larg_m', 'number', 'Largura em m'],
  ['dt_alt', 'date', 'Data de alteração'],
  ['preco_kg', 'money', 'Preço por kg'],
  ['diesel_l', 'number', 'Diesel em L'],
  ['turma_m', 'category', 'Turma M'],
  ['est_conserv', 'category', 'Estado de conservação'],
  ['forma_aquis', 'category', 'Forma de aquisição'],
  ['dt_incorp', 'date', 'Data de incorporação'],
  ['ano_prod', 'number', 'Ano produção'],
  ['uf_proced', 'category', 'UF procedência'],
] as const)('R-TBL-19 what a column holds tells what «%s» is short for', (name, kind, label) => {
  expect(labelOf(name, kind)).toBe(label);
});

test.each([
  ['Licitações Abertas', 'select * from t', 'licitação', 'licitações'],
  ['Servidores', 'select * from t', 'servidor', 'servidores'],
  ['Fontes de água', 'select * from t', 'fonte', 'fontes'],
  ['Contratos da prefeitura', 'select * from t', 'contrato', 'contratos'],
  ['Cidadãos', 'select * from t', 'cidadão', 'cidadãos'],
  ['Imóveis', 'select * from t', 'imóvel', 'imóveis'],
  ['Hospitais', 'select * from t', 'hospital', 'hospitais'],
  ['Viagens', 'select * from t', 'viagem', 'viagens'],
  ['Ônibus', 'select * from t', 'ônibus', 'ônibus'],
  ['Alvarás', 'select * from t', 'alvará', 'alvarás'],
  ['Leitos de UTI', 'select * from t', 'leito', 'leitos'],
  ['Base de compras', 'select * from compras', 'compra', 'compras'],
  ['Ouvidoria', 'select * from public."chamados" where 1 = 1', 'chamado', 'chamados'],
  ['Dados do Estado', 'select 1', 'registro', 'registros'],
  ['Fonte 8f', 'select 1', 'registro', 'registros'],
  ['Meses e países', 'select 1', 'mês', 'meses'],
  ['Países', 'select 1', 'país', 'países'],
  ['Luzes', 'select 1', 'luz', 'luzes'],
])('the rows of «%s» over «%s» are called «%s», «%s»', (name, query, one, many) => {
  expect(rowsWordOf(name, query)).toEqual({ one, many });
});

test('units follow the name of a number', () => {
  expect(unitOf('prazo_dias', 'number')).toBe('dias');
  expect(unitOf('concluida_pct', 'number')).toBe('%');
  expect(unitOf('peso_t', 'number')).toBe('t');
  expect(unitOf('peso_bruto', 'number')).toBe('kg');
  expect(unitOf('valor_total', 'money')).toBe('R$');
  expect(unitOf('dias', 'number')).toBeNull();
  expect(unitOf('andares', 'number')).toBeNull();
  expect(unitOf('plano', 'number')).toBeNull();
});

test.each([
  ['Grupos de turistas que chegaram.', ['grupos', 'turistas']],
  ['Multas aplicadas no trânsito', ['multas']],
  ['Base de dados de colmeias da serra, com seus enxames', ['colmeias', 'serra']],
  ['Tudo sobre 2025', ['tudo']],
  [null, []],
])('R-TBL-19 the description «%s» names the rows %j', (description, nouns) => {
  expect(rowNounsOf(description)).toEqual(nouns);
});

test.each([
  ['vlr_taxa', true],
  ['total_venda', true],
  ['vlrbilheteria', true],
  ['total_vendedores', false],
  ['custoTotal', true],
  ['unit_price', true],
  ['taxa_ocupacao', false],
  ['customer_id', false],
])('«%s» is an amount of money: %s', (name, isMoney) => {
  expect(isMoneyName(name)).toBe(isMoney);
});

test.each([
  ['eqp', 'text', 'Eqp'],
  ['brr', 'text', 'Bairro'],
  ['lgr', 'text', 'Logradouro'],
  ['dt_sol', 'date', 'Data de solicitação'],
  ['dt_prog', 'date', 'Data de programação'],
  ['ds_classif', 'text', 'Descrição classificação'],
  ['tmp_exe', 'text', 'Tempo execução'],
  ['forma_pgto', 'text', 'Forma de pagamento'],
  ['autor', 'text', 'Autor'],
  ['valor_final', 'money', 'Valor final'],
  ['org', 'text', 'Org'],
] as const)('R-TBL-19 an abbreviation «%s» is written out where one noun alone fits', (name, kind, label) => {
  expect(labelOf(name, kind)).toBe(label);
});

test.each([
  ['num_emp', 'identifier', 'Número empréstimo'],
  ['dt_emp', 'date', 'Data empréstimo'],
  ['nm_emp', 'text', 'Nome empresa'],
  ['cod_emp', 'category', 'Código empresa'],
] as const)(
  'R-TBL-19 what is numbered and dated in a table of «empréstimos» is one: «%s»',
  (name, kind, label) => {
    expect(labelOf(name, kind, 'empréstimo')).toBe(label);
  },
);

test.each([
  ['dt_resp_forn', 'date', 'Data de resposta fornecedor'],
  ['tecnico_resp', 'category', 'Técnico responsável'],
  ['ano_fab', 'number', 'Ano fabricação'],
  ['cond_pagto', 'category', 'Condição de pagamento'],
  ['vl_cond', 'money', 'Valor condomínio'],
  ['qtd_min', 'number', 'Quantidade mínima'],
  ['categ_socio', 'category', 'Categoria de sócio'],
] as const)('R-TBL-19 the word beside it tells what «%s» is short for', (name, kind, label) => {
  expect(labelOf(name, kind)).toBe(label);
});
