/** The documents of the made-up town hall, and what is asked about them. */
import { linesAt, pdfOf } from '../../tests/fixtures/pdf.ts';

export const documents: { base: string; name: string; content: string | Buffer<ArrayBuffer> }[] = [
  {
    base: 'Recursos Humanos',
    name: 'Estatuto do Servidor.pdf',
    content: pdfOf([
      linesAt([
        'Prefeitura de Vila Serena',
        'Estatuto do Servidor Público Municipal',
        '',
        'Título I. Disposições gerais',
        'Art. 1º Este estatuto rege os servidores da administração direta do Município.',
        'Art. 2º Servidor é a pessoa legalmente investida em cargo público.',
        'Art. 3º A jornada é de quarenta horas semanais, salvo disposição em contrário.',
      ]),
      linesAt([
        'Título IV. Das férias',
        '',
        'Art. 41. O servidor tem direito a trinta dias de férias a cada doze meses de exercício.',
        'Art. 42. As férias podem ser divididas em até três períodos, desde que um deles tenha',
        'ao menos catorze dias e nenhum tenha menos de cinco dias.',
        'Art. 43. O pedido de férias é feito com antecedência mínima de trinta dias do início.',
        'Art. 44. O adicional de um terço é pago até dois dias antes do início do primeiro período',
        'de férias.',
        'Art. 45. A chefia só pode remarcar férias já autorizadas por necessidade do serviço,',
        'declarada por escrito.',
      ]),
      linesAt([
        'Título V. Das licenças',
        '',
        'Art. 52. A licença para tratamento de saúde de até quinze dias dispensa perícia.',
        'Art. 53. A licença-paternidade é de vinte dias, contados do nascimento ou da adoção.',
        'Art. 54. A licença-maternidade é de cento e oitenta dias.',
        'Art. 58. A licença para capacitação é de até noventa dias a cada cinco anos.',
      ]),
    ]),
  },
  {
    base: 'Recursos Humanos',
    name: 'Manual de férias e licenças.md',
    content: `# Manual de férias e licenças

## Como pedir férias

O pedido de férias é feito no Portal do Servidor, em «Solicitações», com o formulário RH-07. A chefia imediata responde em até cinco dias úteis. Sem resposta nesse prazo, o pedido de férias segue para o setor de pessoal.

## Dividir as férias

Quem divide as férias indica todos os períodos no mesmo formulário RH-07. O segundo e o terceiro período podem ser remarcados uma vez, com dez dias de antecedência.

## Vender dias de férias

Até dez dias de férias podem ser convertidos em abono. A opção é marcada no pedido e não pode ser mudada depois do pagamento.

## Licença-paternidade

A certidão de nascimento é anexada ao pedido em até cinco dias. A licença-paternidade começa no dia do nascimento.
`,
  },
  {
    base: 'Recursos Humanos',
    name: 'Tabela de diárias 2026.csv',
    content: `Destino;Cargo;Diária (R$)
Capital;Analista;310,00
Capital;Diretor;420,00
Interior;Analista;195,00
Interior;Diretor;260,00
Outro estado;Analista;480,00
Outro estado;Diretor;610,00
`,
  },
  {
    base: 'Recursos Humanos',
    name: 'Perguntas frequentes do RH.txt',
    content: `Quando recebo o adicional de férias?
Até dois dias antes do início do primeiro período.

Posso tirar férias no primeiro ano?
Não. É preciso completar doze meses de exercício.

Quem substitui o chefe nas férias?
A pessoa designada em portaria, com direito à diferença a partir do décimo primeiro dia.
`,
  },
  {
    base: 'Recursos Humanos',
    name: 'Plano de saúde: adesão.md',
    content: `# Plano de saúde

## Adesão

A adesão é feita em até sessenta dias da posse, sem carência. Dependentes entram com a certidão e o CPF.

## Mensalidade

A prefeitura paga metade da mensalidade do titular e um quarto da de cada dependente.
`,
  },
  {
    base: 'Tributos Municipais',
    name: 'Código Tributário.md',
    content: `# Código Tributário de Vila Serena

## Isenção de IPTU

É isento de IPTU o imóvel único de aposentado que more nele e receba até três salários mínimos. O pedido de isenção de IPTU é feito até 30 de setembro do ano anterior.

## Parcelamento

O IPTU pode ser pago em até dez parcelas mensais. A parcela mínima é de R$ 60,00.
`,
  },
  {
    base: 'Contratações',
    name: 'Guia do fiscal de contrato.md',
    content: `# Guia do fiscal de contrato

## O que o fiscal confere

A nota fiscal, as certidões e o relatório do mês são conferidos em até cinco dias úteis.
`,
  },
];

/** Checks of the agent that is shown. */
export const checks = [
  {
    question: 'Quantos dias dura a licença-paternidade?',
    expectation: { kind: 'contains', value: 'vinte dias' },
  },
  {
    question: 'Posso dividir minhas férias em três períodos? Como peço?',
    expectation: { kind: 'cites', value: 'Estatuto do Servidor.pdf' },
  },
  { question: 'Vai chover amanhã?', expectation: { kind: 'refuses', value: null } },
];

/** Questions about documents, and what a model makes of them; {words} becomes the number of the passage they stand in. */
export const exchanges: { agent: string; question: string; answer: string }[] = [
  {
    agent: 'Tributos Municipais',
    question: 'Aposentado paga IPTU?',
    answer:
      'Não, se o imóvel for o único, servir de moradia e a renda for de **até três salários mínimos** {imóvel único de aposentado}. O pedido de isenção vai até **30 de setembro** do ano anterior.',
  },
  {
    agent: 'Guia do Servidor',
    question: 'Quantos dias dura a licença-paternidade?',
    answer:
      'São **vinte dias**, contados do nascimento ou da adoção {licença-paternidade é de vinte dias}. Anexe a certidão ao pedido em até cinco dias {certidão de nascimento é anexada}.',
  },
  {
    agent: 'Guia do Servidor',
    question: 'Vai chover amanhã?',
    answer: 'Não encontrei isso nas fontes deste agente.',
  },
  {
    agent: 'Guia do Servidor',
    question: 'Posso dividir minhas férias em três períodos? Como peço?',
    answer: `Sim. As férias podem ser divididas em **até três períodos**: um com pelo menos catorze dias, e nenhum com menos de cinco {divididas em até três períodos}.

Para pedir:

1. Preencha o formulário **RH-07** no Portal do Servidor, em «Solicitações» {formulário RH-07}.
2. Indique nele **todos os períodos** de uma vez {todos os períodos no mesmo formulário}.
3. Envie com pelo menos **trinta dias** de antecedência do início {antecedência mínima de trinta dias}.

A chefia responde em até cinco dias úteis {chefia imediata responde}. O adicional de um terço sai até dois dias antes do primeiro período {adicional de um terço}.`,
  },
];

/** The conversation with the sample table of tenders; the model's text stands above the calculated result. */
export const tableExchanges: { question: string; answer: string }[] = [
  {
    question: 'Qual o valor estimado por modalidade em 2025?',
    answer: 'Em 2025, a modalidade com o maior valor estimado é o **pregão eletrônico** [1].',
  },
  {
    question: 'As 5 maiores licitações abertas da Bahia',
    answer: 'Estas são as cinco licitações abertas de maior valor estimado na Bahia [1].',
  },
  {
    question: 'Valor estimado dos pregões eletrônicos por mês em 2025',
    answer: 'O valor estimado dos pregões eletrônicos em 2025, mês a mês [1]:',
  },
];

/** A spreadsheet as it leaves an office: amounts with their currency sign, a cell that is no amount, a line of totals. */
export const worksSheet = [
  'Obra;Bairro;Situação;Valor contratado;Início',
  'Reforma da ponte do rio Pardo;Centro;Em andamento;R$ 1.240.500,00;05/03/2026',
  'Construção da escola do Jardim;Jardim das Flores;Em andamento;R$ 3.800.000,00;31/12/2025',
  'Praça da matriz;Centro;Suspensa;a definir;01/02/2026',
  'Creche da Vila Nova;Vila Nova;Concluída;R$ 920.000,00;01/04/2025',
  'Ciclovia da orla;Beira-Mar;Em andamento;R$ 610.750,00;02/04/2026',
  'Total;;;R$ 6.571.250,00;',
].join('\r\n');
