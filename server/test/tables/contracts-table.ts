/** A small invented table for tests of questions: contracts of a town hall, with amounts as text and empty cells. */
import type { AskedTable } from '../../src/features/data-sources/parse/words/table-column.ts';

const column = (
  name: string,
  kind: AskedTable['columns'][number]['kind'],
  label: string,
  values: string[] = [],
): AskedTable['columns'][number] => ({ name, kind, label, unit: null, synonyms: [], hidden: false, values });

export const contractsTable: AskedTable = {
  name: 'Contratos da prefeitura',
  rows_word: { one: 'contrato', many: 'contratos' },
  date_column: 'data_assinatura',
  money_column: 'valor_contratado',
  main_column: 'objeto',
  columns: [
    column('numero', 'identifier', 'Número'),
    column('objeto', 'text', 'Objeto'),
    column('fornecedor', 'category', 'Fornecedor', [
      'Construtora Alfa',
      'Limpa Tudo Ltda',
      'Papelaria Boreal',
    ]),
    column('diretoria', 'category', 'Diretoria', [
      'Diretoria de Ensino',
      'Diretoria de Obras Viárias',
      'Diretoria de Vigilância',
      'Diretoria de Cultura',
    ]),
    column('cidade', 'category', 'Cidade', ['São Paulo', 'Campinas', 'Ouro Preto', 'Rio de Janeiro']),
    column('uf', 'category', 'UF', ['SP', 'MG', 'RJ']),
    column('situacao', 'category', 'Situação', ['Vigente', 'Encerrado', 'Rescindido', 'Suspenso']),
    column('valor_contratado', 'money', 'Valor contratado'),
    column('valor_pago', 'money', 'Valor pago'),
    column('aditivos', 'number', 'Aditivos'),
    column('data_assinatura', 'date', 'Data de assinatura'),
    column('data_encerramento', 'date', 'Data de encerramento'),
    column('com_garantia', 'boolean', 'Com garantia', ['true', 'false']),
  ],
};
