/** The demo's data source: questions to a table of invented public tenders. */
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { RagConfig } from '#contract/data-sources.ts';
import type { AppContext } from '../app-context.ts';
import type { Queryable } from '../db/client.ts';
import { data_sources } from '../db/tables/data-sources.ts';

/** Whether the content database holds the sample; an operator's own does not. */
export async function hasSample({ content }: Pick<AppContext, 'content'>): Promise<boolean> {
  return content
    .of(FIRST_CONNECTION)
    .read('select numero, objeto from licitacoes', ({ columns }) => Promise.resolve(columns.length > 0))
    .catch(() => false);
}

export const tenderAgent = {
  name: 'Licitações Abertas',
  description: 'Encontra, conta e compara licitações públicas em um banco de dados de exemplo.',
  deploy_status: true,
  sections: {
    identity: 'Você ajuda pessoas a encontrar licitações públicas em um banco de dados.',
    goal: 'Responder quais licitações existem, onde, em que situação, de que valor e sobre o quê.',
    response_style: 'Português do Brasil. Cite número, órgão, situação, valor e data de cada licitação.',
    constraints:
      'Use só os registros das fontes. Não estime valores nem some por conta própria: use os números calculados que as fontes trazem.',
  },
  tags: ['licitações', 'dados'],
  scope_note: 'Pergunte sobre licitações: quantas há, onde, em que situação, de que valor e sobre o quê.',
  openers: [
    'Quantas licitações estão abertas?',
    'Qual é o valor total das licitações por modalidade?',
    'Quais são as 5 licitações de maior valor?',
  ],
};

export async function createTenderSource(db: Queryable): Promise<number> {
  const [source] = await db
    .insert(data_sources)
    .values({
      name: 'Licitações',
      description: 'Licitações públicas inventadas, de todas as regiões do país.',
      rag_config: RagConfig.parse({
        profile_extraction: {
          terminology_mapping: {
            municipio: { regex_config: { enabled: true } },
            uf: { regex_config: { enabled: true } },
            modalidade: { regex_config: { enabled: true } },
            situacao: { values: ['Aberta', 'Encerrada', 'Homologada', 'Suspensa'] },
          },
        },
        document_search: {
          base_sql_query: `SELECT id, numero, orgao, municipio, uf, modalidade, situacao, valor_estimado, data_abertura, objeto
FROM licitacoes
ORDER BY data_abertura DESC, id`,
          main_content_column: 'objeto',
        },
      }),
    })
    .returning({ id: data_sources.id });
  if (!source) throw new Error('the data source was not stored');
  return source.id;
}
