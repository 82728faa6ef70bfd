/** Questions about the tenders: rare words and words of every row, with and without accents, rows and figures. */
export const withFilter = [
  'Quais licitações de merenda escolar estão abertas no Recife?',
  'licitações homologadas de merenda em Olinda',
  'pregões eletrônicos suspensos de medicamentos em Salvador',
  'aquisicao de alimentos para escolas em PE ou SP',
  'concorrências encerradas de pavimentação em Belo Horizonte',
  'contratação de serviços de manutenção em Curitiba',
  'há licitações abertas de foguetes em Natal?',
  'fornecimento de computadores para escolas, encerradas',
  'licitações abertas',
  'aquisição de cadeiras de rodas em licitações abertas',
  'execução de serviços com entrega no prazo de quinze dias úteis, homologadas',
  'Quantas licitações de merenda estão abertas?',
  'Quantas licitações há em PE e qual o valor total?',
  'Qual a maior licitação de iluminação pública de São Paulo?',
];

export const withoutFilter = [
  'Quais são as licitações de merenda escolar?',
  'restauração de instrumentos da banda filarmônica',
  'aquisicao de alimentos para escolas',
  'pavimentação de ruas em paralelepípedo',
  'contratação de serviços de vigilância armada',
  'reforma do mercado público',
  'onde há castração de cães e gatos?',
  'iluminação pública com luminárias LED',
  'exploração de marte com foguetes',
  'transporte escolar de alunos da zona rural',
  'prestação de serviços conforme especificações técnicas do edital',
  'perfuração de poços artesianos e abastecimento de água',
  'Quantas licitações de cadeiras de rodas existem?',
  'Qual o valor total das licitações de barragem e qual a mais recente?',
];
