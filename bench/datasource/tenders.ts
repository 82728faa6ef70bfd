/** Invented tenders as they stand in public registers: an object, then what the law wants to be said about it. */
import type pg from 'pg';
import { sampleTenders } from '../../server/src/adapters/content/sample/sample-tenders.ts';
import { seeded } from '../../trials/support/seeded-random.ts';

const BATCH = 2_500;

/** Further objects of purchase beside those of the sample, for questions that few rows answer. */
const RARE = [
  'Aquisição de merenda escolar para as escolas da rede municipal de ensino',
  'Restauração de instrumentos musicais da banda filarmônica',
  'Aquisição de cadeiras de rodas e muletas para empréstimo',
  'Contratação de seguro para a frota de ambulâncias',
  'Locação de tendas e banheiros químicos para a feira de artesanato',
  'Recuperação de barragem e desassoreamento de açude',
];

const PURPOSES = [
  'para atender às necessidades da Secretaria Municipal de Educação e das unidades a ela vinculadas',
  'destinado às unidades básicas de saúde, ao hospital regional e ao centro de especialidades',
  'visando à continuidade dos serviços prestados à população dos distritos e da zona rural',
  'em atendimento às demandas das secretarias participantes do registro de preços',
  'com recursos de convênio celebrado com o governo federal e contrapartida do município',
];

const CLAUSES = [
  'conforme quantidades, especificações técnicas e exigências estabelecidas no Termo de Referência, Anexo I deste edital',
  'com entrega parcelada, no prazo de até quinze dias úteis contados do recebimento da ordem de fornecimento',
  'incluindo mão de obra, materiais, equipamentos, transporte, encargos sociais e demais despesas necessárias à execução do objeto',
  'observadas as disposições da Lei nº 14.133, de 1º de abril de 2021, e as condições deste instrumento convocatório',
  'com vigência de doze meses, prorrogável por iguais e sucessivos períodos na forma da legislação aplicável',
  'mediante apresentação de atestado de capacidade técnica emitido por pessoa jurídica de direito público ou privado',
  'sendo o critério de julgamento o de menor preço por item, admitida a participação exclusiva de microempresas nos itens indicados',
  'com garantia mínima de doze meses contra defeitos de fabricação e assistência técnica no município contratante',
  'cabendo à contratada a guarda, a conservação e a reposição dos bens até o recebimento definitivo pela comissão designada',
  'devendo a proposta ser encaminhada exclusivamente por meio eletrônico até a data e o horário fixados no preâmbulo',
];

/** So many of a hundred are written in capitals, as registers have them. */
const SHOUTED = 16;
const LENGTH = 870;

/** As many rows as are wanted in a table `licitacoes_grandes`, always the same ones. Their mean length is returned. */
export async function fillTenders(owner: pg.Client, rows: number): Promise<number> {
  const chance = seeded(7);
  const samples = sampleTenders();
  await owner.query('create table licitacoes_grandes (like licitacoes including all)');
  for (let done = 0; done < rows; done += BATCH) {
    const many = Math.min(BATCH, rows - done);
    const tenders = Array.from({ length: many }, (_, place) => {
      const sample = chance.pick(samples);
      const what = chance.percent(1) ? chance.pick(RARE) : sample.objeto;
      let objeto = `${what} ${chance.pick(PURPOSES)}`;
      while (objeto.length < LENGTH - 120 + chance.below(120)) objeto += `, ${chance.pick(CLAUSES)}`;
      const written = chance.percent(SHOUTED) ? objeto.toUpperCase() : objeto;
      return { ...sample, id: done + place + 1, objeto: `${written}.` };
    });
    await owner.query(
      'insert into licitacoes_grandes select * from jsonb_populate_recordset(null::licitacoes_grandes, $1::jsonb)',
      [JSON.stringify(tenders)],
    );
  }
  await owner.query('vacuum analyze licitacoes_grandes');
  const { rows: seen } = await owner.query(
    'select round(avg(length(objeto)))::int as mean from licitacoes_grandes',
  );
  return seen[0].mean;
}
